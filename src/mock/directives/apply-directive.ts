// Calls that are answered otherwise than the rule book says, or are answered late or in pieces: by
// what the client asks for, or by an override. What the call does to the state is decided here with
// its answer, and done once, however the answer is sent.

import type { Profile } from '../../contract/choices.ts';
import {
  force,
  isForcing,
  type RequestedReply,
  refuseDirective,
} from '../../model/forced/force.ts';
import { type Call, isPreflight, type Reply } from '../../model/message/call.ts';
import type { Delivery } from '../../model/message/delivery.ts';
import { pathInWorld } from '../../model/message/find-world.ts';
import { kindOf } from '../../model/rules/preconditions.ts';
import { rule } from '../../model/rules/rule.ts';
import type { Book } from '../../model/rules/scene.ts';
import { render } from '../../model/ruling/render.ts';
import type { RuledHeader, Ruling } from '../../model/ruling/ruling.ts';
import { answerAsPrism, readAsPrism } from './as-prism.ts';
import type { Directive } from './directive.ts';
import { drawDelay, fieldsOf, mergeDirectives, noDirective } from './directive-fields.ts';
import { printOverride } from './override-rule.ts';
import type { AppliedOverrides, DirectableCall, Overrides } from './overrides.ts';
import {
  type DirectiveFlaw,
  isPlain,
  type RequestedDirective,
  readDirective,
} from './read-directive.ts';

export interface DirectiveContext {
  readonly book: Book;
  readonly overrides: Overrides;
  /** Gives numbers, at least 0 and below 1: for delays. */
  readonly random: () => number;
  readonly directives: Profile['call.directives'];
  readonly explanation: 'explained' | 'silent';
  /** The world that the call is in; `null` for the one that all share. */
  readonly world: string | null;
}

/** What becomes of a call that is directed. */
export interface DirectedAnswer {
  readonly ruling: Ruling;
  /** `null` where it is sent at once and whole. */
  readonly delivery: Delivery | null;
  /** The answer as it would have been; `null` where it is that. */
  readonly original: Reply | null;
}

/** Gives what becomes of a call that a client or an override directs; `null` where nobody does. */
export function applyDirective(desk: DirectiveContext, call: Call): DirectedAnswer | null {
  // What a page would ask for is for the call itself, not for its question whether it may call.
  if (isPreflight(call)) return null;
  const { book, overrides, explanation } = desk;
  const asked =
    desk.directives === 'ignore' || isPlain(call) ? null : readers[desk.directives](call);
  if (asked !== null && asked.flaw !== null) return refused(desk, asked.call, asked.flaw);
  const taken = overrides.isEmpty
    ? null
    : overrides.take(factsOf(desk, call), asked === null ? [] : spokenOf(desk, asked.does));
  if (asked === null && taken === null) return null;
  const does = mergeDirectives(asked?.does ?? noDirective, taken?.does ?? noDirective);
  const told = asked?.call ?? call;
  const ordinary = rule(book, told);
  const held =
    asked !== null && desk.directives === 'as-prism' && isForcing(asked.does)
      ? answerAsPrism(book, told, ordinary, asked.does)
      : null;
  const isForced = isForcing(does) && held !== ordinary;
  const forced =
    held ?? (isForced ? force(book, told, wantedOf(does, asked, taken), ordinary) : ordinary);
  const ruling = withApplied(forced, asked?.preferences ?? []);
  const delivery = deliveryOf(does, desk.random);
  const original = isForced || does.fault !== null ? render(ordinary, explanation) : null;
  return { ruling, delivery, original };
}

const readers = { accept: readDirective, 'as-prism': readAsPrism } as const;

function refused(
  { book, directives }: DirectiveContext,
  call: Call,
  flaw: DirectiveFlaw,
): DirectedAnswer {
  const ruling = refuseDirective(book, call, {
    situation: 'unexpected',
    by: 'call.directives',
    title: 'Invalid preference',
    detail: directives === 'as-prism' ? flaw.why : `${flaw.place} is invalid: ${flaw.why}`,
    remedy: 'Correct or remove it.',
  });
  return { ruling, delivery: null, original: null };
}

/**
 * The fields in which overrides are not heard. As Prism has it, who asks for an answer asks for all
 * of it.
 */
function spokenOf({ directives }: DirectiveContext, does: Directive): readonly (keyof Directive)[] {
  return directives === 'as-prism' && isForcing(does)
    ? [...new Set([...fieldsOf(does), ...ANSWERING])]
    : fieldsOf(does);
}

const ANSWERING = ['code', 'example', 'dynamic', 'seed'] as const;

function factsOf({ book, world }: DirectiveContext, { method, path }: Call): DirectableCall {
  const { router } = book;
  const route = router.find(path) ?? (path.endsWith('/') ? router.find(path.slice(0, -1)) : null);
  const resource = route === null || route.kind === 'root' ? null : route.contract.resource;
  return {
    resource,
    operation: route === null ? null : kindOf(method, route),
    method,
    path: pathInWorld(path),
    world,
  };
}

function wantedOf(
  does: Directive,
  asked: RequestedDirective | null,
  taken: AppliedOverrides | null,
): RequestedReply {
  const { code, example, dynamic, seed } = does;
  if (asked !== null && isForcing(asked.does))
    return { code, example, dynamic, seed, by: 'directive', asker: asked.asked.join(', ') };
  const rules = (taken?.by ?? []).filter((one) => isForcing(one.does));
  const asker = rules.map((one) => `override ${one.id} (${printOverride(one)})`).join(', ');
  return { code, example, dynamic, seed, by: 'override', asker };
}

/**
 * Says which preferences were followed (RFC 7240 section 3), and that another one would give
 * another answer. Where an example was not to be had, none was.
 */
function withApplied(ruling: Ruling, preferences: readonly string[]): Ruling {
  if (preferences.length === 0 || ruling.situation.value === 'unexpected') return ruling;
  const applied: readonly RuledHeader[] = [
    { name: 'preference-applied', value: preferences.join(', '), by: 'directive' },
    { name: 'vary', value: 'Prefer', by: 'http' },
  ];
  return { ...ruling, headers: [...ruling.headers, ...applied] };
}

function deliveryOf({ delay, fault }: Directive, random: () => number): Delivery | null {
  const delayMs = delay === null ? 0 : drawDelay(delay, random);
  return delayMs === 0 && fault === null ? null : { delayMs, fault };
}
