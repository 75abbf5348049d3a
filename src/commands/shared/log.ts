// The log of `serve`: one line per call, coloured only on a terminal, written in batches so that
// printing does not slow down answers.

import { styleText } from 'node:util';
import { printable } from '../../base/printable.ts';
import { truncate } from '../../base/truncate.ts';
import type { ProtocolErrorFacts } from '../../http/server/protocol-errors.ts';
import { deliveredAs } from '../../journal/interaction/delivered.ts';
import { describe } from '../../journal/interaction/describe.ts';
import type { Interaction } from '../../journal/interaction/interaction.ts';
import { createMask, type Mask } from '../../journal/redact/masked.ts';
import { faultOf } from '../../model/message/delivered-body.ts';
import type { Ruling } from '../../model/ruling/ruling.ts';

export interface LogTarget {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Returns whether a terminal shows colours, and whether you want them (NO_COLOR). */
  hasColors?(): boolean;
}

/** Returns whether the output may be coloured. */
export function isColoured(target: LogTarget): boolean {
  return target.isTTY === true && target.hasColors?.() !== false;
}

/** Milliseconds that lines are collected before they are written. */
const BATCH_MS = 20;

export interface Log {
  readonly interaction: (interaction: Interaction) => void;
  /** Logs a reply to a message that is not valid HTTP. */
  readonly trouble: (facts: ProtocolErrorFacts) => void;
  readonly line: (text: string) => void;
  /** Writes the collected lines. */
  flush(): void;
}

const plainMask = createMask({ redact: [], keep: [] });

/** Creates a log of interactions: lines for people, or with `json` one JSON object per line. */
export function createLog(
  target: LogTarget,
  form: 'lines' | 'json' | 'quiet',
  mask: Mask = plainMask,
): Log {
  let gathered: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.length === 0) return;
    const text = gathered.join('');
    gathered = [];
    target.write(text);
  };
  const add = (line: string): void => {
    gathered.push(`${line}\n`);
    timer ??= setTimeout(flush, BATCH_MS);
  };
  const colour = isColoured(target);
  const column = createColumn();
  return {
    interaction(interaction) {
      if (form === 'quiet') return;
      add(
        form === 'json'
          ? toJsonLine({ event: 'interaction', ...describe(interaction, mask(interaction)) })
          : toLine(interaction, colour, mask, column),
      );
    },
    trouble(facts) {
      if (form === 'json')
        add(toJsonLine({ event: 'trouble', at: new Date().toISOString(), ...facts }));
      else if (form === 'lines') add(toTroubleLine(facts, new Date(), colour));
    },
    line(text) {
      if (form === 'lines') add(text);
    },
    flush,
  };
}

/**
 * Formats an event as one line of JSON, and escapes characters beyond ASCII that JSON allows but
 * that control a terminal.
 */
export function toJsonLine(event: object): string {
  return printable(JSON.stringify(event));
}

/** Width of the column of paths, in characters, at first and at most. */
const [TARGET_COLUMNS, TARGET_COLUMNS_MAX] = [24, 48];

/** Pads the paths of a log, as wide as the widest before: later lines stay in line. */
export function createColumn(): (target: string) => string {
  let width = TARGET_COLUMNS;
  return (target) => {
    if (target.length <= TARGET_COLUMNS_MAX) width = Math.max(width, target.length);
    return target.padEnd(width);
  };
}

/** Formats an interaction as one line, with the reason of a refusal. */
export function toLine(
  interaction: Interaction,
  colour: boolean,
  mask: Mask = plainMask,
  column: (target: string) => string = createColumn(),
): string {
  const { call, ruling, elapsedMs, reply } = interaction;
  const time = new Date(interaction.at).toTimeString().slice(0, 8);
  const { path, query, detail } = mask(interaction);
  const target = printableStart(query === '' ? path : `${path}?${query}`);
  const status = paint(String(reply.status), styleOf(reply.status), colour);
  const duration = paint(`${elapsedMs.toFixed(1)} ms`.padStart(8), 'dim', colour);
  const { ignored = [] } = ruling;
  // Who decided matters where a client may want another answer.
  const decided = paint(saidOf(ruling), 'dim', colour);
  const unread = ignored.length === 0 ? null : `ignored: ${ignored.join(', ')}`;
  const why = [detail, unread]
    .map((text) => (text === null ? '' : `  ${printableStart(text)}`))
    .join('');
  return `${paint(time, 'dim', colour)} ${printableStart(call.method).padEnd(7)} ${column(target)} ${status} ${duration}  ${decided}${why}${onTheWay(interaction, colour)}`;
}

/** Returns the situation and who decided the status; for a status without a situation, the latter. */
function saidOf({ situation: { value }, status: { by } }: Ruling): string {
  if (value === 'ok') return 'ok';
  if (value === 'directed') return by === 'http' ? 'refused' : by;
  return `${value} (${by})`;
}

function onTheWay({ call, reply, world, fate }: Interaction, colour: boolean): string {
  const done =
    reply.delivery === undefined
      ? null
      : deliveredAs(reply.delivery, faultOf(reply, call.method), fate ?? null);
  return `${world === undefined ? '' : `  ${paint(`in ${world}`, 'dim', colour)}`}${done === null ? '' : `  ${paint(done, 'yellow', colour)}`}`;
}

/** Formats the reply to an unreadable message as one line. */
export function toTroubleLine(facts: ProtocolErrorFacts, at: Date, colour: boolean): string {
  const status = paint(String(facts.status), styleOf(facts.status), colour);
  return `${paint(at.toTimeString().slice(0, 8), 'dim', colour)} ${'-'.padEnd(7)} ${'-'.padEnd(TARGET_COLUMNS)} ${status}  ${facts.trouble}: ${facts.detail}`;
}

export type LogStyle = 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

export function styleOf(status: number): LogStyle {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

/** Colours a text if `colour` says so. */
export function paint(text: string, style: LogStyle, colour: boolean): string {
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

/** Maximum number of characters of a path in one line. */
const TARGET_CHARS_MAX = 200;

/** Escapes hidden characters, so that a path cannot control the terminal. */
export function printableStart(text: string): string {
  return printable(truncate(text, TARGET_CHARS_MAX));
}
