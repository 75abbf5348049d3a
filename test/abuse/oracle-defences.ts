// The comparisons of the oracle: without each, a service that lies to the contract goes unseen.

import type { Defence } from './defence.ts';

const SHOWN = {
  file: 'src/oracle/shown-outcome.ts',
  test: 'test/bed/specified/replies.test.ts',
} as const;
const PROVOKED = {
  file: 'src/oracle/judge.ts',
  test: 'test/bed/specified/specified.test.ts',
} as const;
const BODIES = {
  file: 'src/oracle/reply-findings.ts',
  test: 'test/bed/specified/replies.test.ts',
} as const;
const VARIED = {
  file: 'src/verify/session/variation.ts',
  test: 'test/verify/search/variation.test.ts',
} as const;

export const oracleDefences: readonly Defence[] = [
  {
    ...SHOWN,
    name: 'another status than the contract specifies',
    text: 'statuses.length > 0 && !statuses.includes(reply.received.status)',
    without: 'statuses.length > 0 && statuses.includes(0)',
  },
  {
    ...SHOWN,
    name: 'a header field that is missing or differs',
    text: 'sameField(name, value, receivedOf(name)) ? [] : [{ name, value }]',
    without: 'sameField(name, value, receivedOf(name)) ? [] : []',
  },
  {
    ...SHOWN,
    name: 'a body where the contract specifies none',
    text: "reply.received.body.kind === 'none' ? [] : [bodyUnexpected(reply, situation)]",
    without: "reply.received.body.kind === 'none' ? [] : []",
  },
  {
    ...SHOWN,
    name: 'the body of a refusal',
    text: "situation === 'ok' || shown !== undefined",
    without: "situation === 'ok'",
  },
  {
    ...BODIES,
    name: 'an empty body where the contract names a schema',
    text: 'isRead || (schema !== null && !isBodiless)',
    without: 'isRead',
  },
  {
    ...BODIES,
    name: 'a required member that an answer lacks',
    text: "if (facet === 'shape' || facet === 'required') return true;",
    without: "if (facet === 'shape' || facet === 'required') return facet === 'shape';",
  },
  {
    ...PROVOKED,
    name: 'a request that had to be refused and was not',
    text: "if (answer === 'granted') return [accepted(reply, first, what)];",
    without: "if (answer === 'granted') return [];",
    only: 'a service that lies about what the contract specifies',
  },
  {
    ...PROVOKED,
    name: 'the status of a refusal that was provoked',
    text: 'return shownFindingsOfAny(reply, situations, reply.checker);',
    without: 'return [];',
    only: 'a service that lies about what the contract specifies',
  },
  {
    ...PROVOKED,
    name: 'the status of a refusal that a recording shows',
    text: 'isCertain && situations.length > 0',
    without: 'isCertain && situations.length > 99',
    test: 'test/bed/specified/replies.test.ts',
  },
  {
    name: 'a choice under "shown"',
    file: 'src/verify/verify.ts',
    text: '{ ...(only === null ? shownChoices(service.contract) : {}), ...pins }',
    without: '{ ...pins }',
    test: PROVOKED.test,
    only: 'a service that lies about what the contract specifies',
  },
  {
    name: 'credentials under "shown", which no call of a ruling has',
    file: 'src/oracle/rulings.ts',
    text: "choices[key].affects === 'surroundings' ? undefined : shown[key]",
    without: 'shown[key]',
    test: PROVOKED.test,
    only: 'a service that lies about what the contract specifies',
  },
  {
    ...VARIED,
    name: 'variation of requests: the order of members in a body',
    text: 'const isReordered = this.random() < 0.4 * this.often;',
    without: 'const isReordered = this.random() < 0;',
  },
  {
    ...VARIED,
    name: 'variation of requests: a body in pieces, cut within a character',
    text: 'isWide(call) ? 0.5 : 0.1',
    without: 'isWide(call) ? 0 : 0',
  },
  {
    ...VARIED,
    name: 'variation of requests: Accept-Language',
    text: '[0.25, LANGUAGES]',
    without: '[0, LANGUAGES]',
  },
  {
    ...VARIED,
    name: 'variation of requests: Accept with the media type of the answers',
    text: 'isOther ? [accepting(mediaType)] : []',
    without: 'isOther ? [] : []',
  },
  {
    ...VARIED,
    name: 'variation of requests: Accept-Encoding',
    text: 'return count % CALLS_PER_CODING === 0 ?',
    without: 'return count < 0 ?',
  },
  {
    ...VARIED,
    name: 'a finding that names the variation on which it depends',
    file: 'src/verify/search/shrink.ts',
    text: '(await playVaried(replay.withoutHabits(), witness, tries));',
    without: 'null;',
  },
  {
    name: 'the empty body of a PATCH',
    file: 'src/verify/session/item-factory.ts',
    text: 'service.checker.check(held, {}).some(isOfTheWhole)',
    without: 'false',
    test: PROVOKED.test,
    only: 'a service that lies about what the contract specifies',
  },
  {
    name: 'laws that go on after a header field was reported',
    file: 'src/verify/scenario/scenario.ts',
    text: 'judgement.findings.filter((one) => !this.session.service.isReported(one))',
    without: 'judgement.findings',
    test: PROVOKED.test,
    only: 'breaks one law, and the others are tried',
  },
  {
    name: 'members that the service makes, in the list and in a read',
    file: 'src/verify/checks/discrepancies.ts',
    text: '?? madeApart(scenario, item, record, element)',
    without: '',
    test: 'test/bed/times/times.test.ts',
  },
];
