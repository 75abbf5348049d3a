// Downloads of the page: recorded interactions in other forms, streamed one by one.

import { StandinError } from '../../base/errors.ts';
import type { Exported, Exporter } from '../../inspector/interactions.ts';
import { toCurl } from '../../journal/export/curl.ts';
import { toFetch } from '../../journal/export/fetch.ts';
import { toHar } from '../../journal/export/har.ts';
import { toHtmlPage } from '../../journal/export/html.ts';
import { toPact } from '../../journal/export/pact.ts';
import { toRows } from '../../journal/export/rows.ts';
import type { Recorded } from '../../journal/interaction/recorded.ts';
import { readWhole } from '../../journal/read-whole.ts';
import type { Project } from '../../project/load/project.ts';
import type { Checker } from '../../schema/check.ts';

/** The rules for pacts and rows. */
export interface ExportRules {
  readonly rules: () => Pick<Project, 'contracts' | 'schemas'>;
  readonly checker: () => Promise<Checker>;
}

export function createExporter(version: string, { rules, checker }: ExportRules): Exporter {
  const writers: Readonly<
    Record<string, (all: AsyncIterable<Recorded>, consumer: string) => Exported | Promise<Exported>>
  > = {
    curl: (all) => ({ name: 'recorded.sh', type: TEXT, body: mapped(all, toCurl) }),
    fetch: (all) => ({ name: 'recorded.mjs', type: TEXT, body: mapped(all, toFetch) }),
    har: (all) => ({
      name: 'recorded.har',
      type: 'application/json',
      body: toHar(all, { version }),
    }),
    html: (all) => ({
      name: 'recorded.html',
      type: 'text/html; charset=utf-8',
      body: toHtmlPage(all, { version, title: 'Recorded interactions' }),
    }),
    async pact(all, consumer) {
      const { contracts, schemas } = rules();
      const pacts = await Promise.all(
        contracts.map((contract) => toPact(all, { consumer, contract, schemas })),
      );
      const [pact, ...others] = pacts.filter(({ count }) => count > 0);
      if (pact === undefined || others.length > 0) {
        const why =
          pact === undefined
            ? 'none of the matching interactions can be written as a pact'
            : 'the matching interactions belong to several resources';
        const remedy = 'Narrow the filter: "op:users.create", "seq:12".';
        throw new StandinError('option-invalid', why, remedy);
      }
      return {
        name: `${consumer}-${pact.provider}.json`,
        type: 'application/json',
        body: printed(pact.document),
      };
    },
    async rows(all) {
      const { document } = await toRows(all, { ...rules(), checker: await checker() });
      return { name: 'db.json', type: 'application/json', body: printed(document) };
    },
  };
  return {
    forms: Object.keys(writers),
    write: async (form, { archive, seqs, consumer }) => {
      const all = { [Symbol.asyncIterator]: () => readWhole(archive, seqs, () => undefined) };
      const write = writers[form];
      if (write === undefined) throw new RangeError(`no form ${form}`);
      return write(all, consumer);
    },
  };
}

const TEXT = 'text/plain; charset=utf-8';

function printed(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

async function* mapped(
  all: AsyncIterable<Recorded>,
  write: (recorded: Recorded) => string,
): AsyncGenerator<string> {
  for await (const recorded of all) yield `${write(recorded)}\n`;
}
