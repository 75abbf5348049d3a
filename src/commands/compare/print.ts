// A comparison of two recordings as text for a terminal. The summary comes last.

import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import {
  type ComparedOperation,
  type ComparedSide,
  type Comparison,
  type Difference,
  type DifferenceKind,
  otherAnswers,
} from '../../inspector/compare/comparison.ts';
import { type PaintStyle, painter } from '../../verify/print/paint.ts';

const STYLES: Readonly<Record<DifferenceKind, PaintStyle>> = {
  status: 'red',
  finding: 'red',
  answer: 'red',
  slower: 'yellow',
  request: 'cyan',
  gone: 'cyan',
  new: 'cyan',
  faster: 'green',
};

/** Returns the comparison as text with a newline at the end. */
export function comparisonToText(
  comparison: Comparison,
  options: { readonly colour: boolean },
): string {
  const paint = painter(options);
  const changed = comparison.operations.filter(({ differences }) => differences.length > 0);
  const blocks = changed.flatMap(({ operation, differences, older, newer }) => [
    paint(printable(operation), 'bold') + paint(countsText({ older, newer }), 'dim'),
    ...differences.map(
      (one) =>
        `  ${paint(one.kind.padEnd(8), STYLES[one.kind])} ${printable(one.text)}${paint(seqsText(one), 'dim')}`,
    ),
    '',
  ]);
  const { older, newer } = comparison;
  const head = `${sideText(newer)}, compared with ${sideText(older)}`;
  return `${[head, '', ...blocks, summaryOf(comparison)].join('\n')}\n`;
}

function sideText({ name, count, isCut }: ComparedSide): string {
  return `${printable(name)} (${isCut ? 'the newest ' : ''}${pluralize(count, 'interaction')})`;
}

function countsText({ older, newer }: Pick<ComparedOperation, 'older' | 'newer'>): string {
  return `  ${pluralize(newer?.count ?? 0, 'call')}, before ${older?.count ?? 0}`;
}

/** The interactions to look at. */
function seqsText({ older, newer }: Difference): string {
  const seqs = [newer === null ? '' : `#${newer}`, older === null ? '' : `before #${older}`];
  return `  ${seqs.filter((one) => one !== '').join(', ')}`;
}

function summaryOf(comparison: Comparison): string {
  const { operations } = comparison;
  const countOf = (kind: DifferenceKind): number =>
    operations.filter(({ differences }) => differences.some((one) => one.kind === kind)).length;
  const parts = [
    `${pluralize(otherAnswers(comparison).length, 'operation')} with other answers`,
    `${countOf('slower')} slower`,
    `${countOf('new')} new`,
    `${countOf('gone')} gone`,
  ];
  return `${parts.join(', ')}; ${pluralize(operations.length, 'operation')} compared.`;
}
