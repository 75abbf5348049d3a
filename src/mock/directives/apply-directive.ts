// Answers calls that a client or an override directs: with another reply, late or in pieces. The
// effect on the state is decided here with the reply and happens once, however the reply is sent.

import type { Profile } from '../../contract/choices.ts';
import { kindOf } from '../../contract/operation-at.ts';
import {
  force,
  isForcing,
  type RequestedReply,
  refuseDirective,
} from '../../model/forced/force.ts';
import { type Call, isPreflight, type Reply } from '../../model/message/call.ts';
import type { Delivery } from '../../model/message/delivery.ts';
import { pathInWorld } from '../../model/message/find-world.ts';
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
  readonly overrides: Pick<Overrides, 'isEmpty' | 'take'>;
  /** Returns numbers from 0 to below 1, for delays. */
  readonly random: () => number;
  readonly directives: Profile['call.directives'];
  readonly explanation: 'explained' | 'silent';
  /** The world of the call; `null` for the shared one. */
  readonly world: string | null;
}

/** The outcome of a directed call. */
export interface DirectedAnswer {
  readonly ruling: Ruling;
  /** `null` if the reply is sent at once and whole. */
  readonly delivery: Delivery | null;
  /** The reply without the directive; `null` if it is the same. */
  readonly original: Reply | null;
}

/** Returns the outcome of a call that a client or an override directs; `null` if none does. */
export function applyDirective(context: DirectiveContext, call: Call): DirectedAnswer | null {
  // What a page would ask for is for the call itself, not for its question whether it may call.
  if (isPreflight(call)) return null;
  const { book, overrides, explanation } = context;
  const asked =
    context.directives === 'ignore' || isPlain(call) ? null : readers[context.directives](call);
  if (asked !== null && asked.flaw !== null) return refused(context, asked.call, asked.flaw);
  const taken = overrides.isEmpty
    ? null
    : overrides.take(factsOf(context, call), asked === null ? [] : spokenOf(context, asked.does));
  if (asked === null && taken === null) return null;
  const does = mergeDirectives(asked?.does ?? noDirective, taken?.does ?? noDirective);
  const effective = asked?.call ?? call;
  const ordinary = rule(book, effective);
  const held =
    asked !== null && context.directives === 'as-prism' && isForcing(asked.does)
      ? answerAsPrism(book, effective, ordinary, asked.does)
      : null;
  const isForced = isForcing(does) && held !== ordinary;
  const forced =
    held ?? (isForced ? force(book, effective, wantedOf(does, asked, taken), ordinary) : ordinary);
  const ruling = withApplied(forced, asked?.preferences ?? []);
  const delivery = deliveryOf(does, context.random);
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

/** The fields that overrides cannot set. As in Prism, a client that asks decides all of it. */
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
 * Adds the preferences that were applied (RFC 7240 section 3), and that another preference would
 * give another reply. If an example was missing, none was applied.
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
