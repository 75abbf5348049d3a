// The overview: the verdict, each finding at its place in the reply, and the facts.

import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Annotation, Recorded } from '../../journal/interaction/recorded.ts';
import type { Finding } from '../../oracle/finding.ts';
import { By } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatBytes, formatMs, formatTime, shorten, visible } from '../shared/format.ts';
import { AnnotationForm } from './annotation-form.tsx';
import { readTree, type Tree } from './json-text.ts';
import { JsonView } from './json-view.tsx';
import { Linked } from './linked.tsx';

export interface OverviewProps {
  readonly recorded: Recorded;
  readonly annotation: Annotation;
  /** Goes to the place of a finding in the reply. */
  readonly onPlace: (finding: Finding) => void;
  /** Goes to an interaction that a finding names. */
  readonly onSeq: (seq: number) => void;
  readonly onTerm: (term: string) => void;
  /** Compares the reply with the original before it was altered. */
  readonly onDiff: () => void;
  readonly onSaved: () => void;
}

const CELL_CHARS_MAX = 2000;

export function OverviewPane(props: OverviewProps): JSX.Element {
  const { recorded, annotation, onPlace, onSeq, onTerm, onDiff, onSaved } = props;
  const { reply, findings } = recorded;
  const tree = useMemo(
    () => (reply?.body.kind === 'text' && !reply.body.cut ? readTree(reply.body.text) : null),
    [reply],
  );
  return (
    <>
      {findings.length === 0 && <Banner recorded={recorded} />}
      {findings.length > 1 && <p class="pad bad">{findings.length} findings.</p>}
      {findings.map((finding, index) => (
        <FindingCard
          key={`${finding.code} ${index}`}
          finding={finding}
          tree={tree}
          onPlace={() => onPlace(finding)}
          onSeq={onSeq}
        />
      ))}
      <Facts recorded={recorded} onTerm={onTerm} onDiff={onDiff} />
      <AnnotationForm seq={recorded.seq} annotation={annotation} onSaved={onSaved} />
    </>
  );
}

function Banner({ recorded }: { readonly recorded: Recorded }): JSX.Element {
  const { verdict, trouble, ruled, resource, reply, source } = recorded;
  if (trouble !== null) {
    // The mock altered the reply because a rule told it to.
    const title =
      reply === null
        ? 'No response:'
        : source === 'mock'
          ? 'Altered by the mock:'
          : 'The response is incomplete:';
    return (
      <p class={`banner ${reply !== null && source === 'mock' ? 'quiet' : 'bad'}`}>
        <Icon name="warning" />
        <span>
          <b>{title}</b> {visible(trouble)}
        </span>
      </p>
    );
  }
  const verdicts = {
    conforms: ['good', 'check', 'Conforms.', 'The answer follows the contract.'],
    violates: ['bad', 'cross', 'Violates the contract.', ''],
    'not-shown': [
      'quiet',
      'circle',
      'Unspecified.',
      resource === null
        ? 'The contract has no such path.'
        : 'The contract does not specify this answer.',
    ],
    unjudged: [
      'quiet',
      'dash',
      'Unjudged.',
      reply?.body.kind === 'unkept' && reply.body.bytes !== null && source === 'proxy'
        ? 'More arrived than the recorder could check. It recorded this call without bodies.'
        : 'This answer was not checked against a contract.',
    ],
  } as const;
  const [tone, icon, title, text] = verdicts[verdict];
  return (
    <p class={`banner ${tone}`}>
      <Icon name={icon} />
      <span>
        <b>{title}</b> {text}
        {ruled?.detail != null && <span class="quiet"> The call: {visible(ruled.detail)}.</span>}
      </span>
    </p>
  );
}

interface FindingCardProps {
  readonly finding: Finding;
  readonly tree: { readonly tree: Tree } | null;
  readonly onPlace: () => void;
  readonly onSeq: (seq: number) => void;
}

function FindingCard({ finding, tree, onPlace, onSeq }: FindingCardProps): JSX.Element {
  const only = useMemo(() => [finding], [finding]);
  return (
    <article class="finding">
      <h3>
        <Icon name="cross" />
        <span>
          <Linked text={shorten(finding.message, CELL_CHARS_MAX)} onSeq={onSeq} />
        </span>
      </h3>
      {tree !== null && finding.at !== null && (
        <JsonView tree={tree.tree} findings={only} at={null} around={2} />
      )}
      <dl class="facts">
        <div class="compare">
          <dt>Expected</dt>
          <dd class="good">{visible(shorten(finding.expected, CELL_CHARS_MAX))}</dd>
        </div>
        <div class="compare">
          <dt>Actual</dt>
          <dd class="bad">{visible(shorten(finding.actual, CELL_CHARS_MAX))}</dd>
        </div>
        {finding.at !== null && (
          <Fact name="Where">
            <button type="button" class="link" onClick={onPlace}>
              {visible(finding.at) || 'the whole body'}
              <Icon name="shut" />
            </button>
          </Fact>
        )}
        <Fact name="Clause">{visible(finding.clause)}</Fact>
        <Fact name="Decided by">
          <By by={finding.by} />
        </Fact>
        <Fact name="To do">{visible(finding.remedy)}</Fact>
        <Fact name="Code">
          <span class="quiet">
            {finding.code},{' '}
            {finding.breach === 'violates' ? 'violates the contract' : finding.breach}
          </span>
        </Fact>
      </dl>
    </article>
  );
}

function Facts({
  recorded,
  onTerm,
  onDiff,
}: Pick<OverviewProps, 'recorded' | 'onTerm' | 'onDiff'>): JSX.Element {
  const { resource, operation, request, reply } = recorded;
  const bytes = (body: { readonly kind: string; readonly bytes?: number | null }) =>
    body.kind === 'none' ? 'no body' : formatBytes(body.bytes ?? null);
  const term = (text: string, shown: string) => (
    <button type="button" class="link" title={`Show only ${text}`} onClick={() => onTerm(text)}>
      {shown}
    </button>
  );
  return (
    <section aria-label="Facts">
      <h3>Facts</h3>
      <dl class="facts">
        <Fact name="Operation">
          {operation === null ? (
            <span class="quiet">{resource ?? 'not in the contract'}</span>
          ) : (
            term(`op:${resource}.${operation}`, `${resource}.${operation}`)
          )}
        </Fact>
        <Fact name="Time">
          {formatTime(recorded.at)} <span class="quiet">{new Date(recorded.at).toISOString()}</span>
        </Fact>
        <Fact name="Took">
          {formatMs(recorded.elapsedMs)}
          <Phases recorded={recorded} />
        </Fact>
        <Fact name="Sent, received">
          {bytes(request.body)}, {reply === null ? 'nothing' : bytes(reply.body)}
        </Fact>
        <Fact name="Recorded by">{term(`source:${recorded.source}`, recorded.source)}</Fact>
        {recorded.replica !== undefined && (
          <Fact name="Answered by">
            {term(`replica:${recorded.replica}`, visible(recorded.replica))}
          </Fact>
        )}
        {recorded.world !== null && (
          <Fact name="World">{term(`world:${recorded.world}`, visible(recorded.world))}</Fact>
        )}
        {recorded.law !== null && (
          <Fact name="Sent for">{term(`law:${recorded.law}`, recorded.law)}</Fact>
        )}
        {recorded.original !== null && (
          <Fact name="Altered">
            <button type="button" class="link" onClick={onDiff}>
              Compare with the original
              <Icon name="shut" />
            </button>
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** The time until the first byte of the answer, and the time until its last one. */
function Phases({ recorded }: { readonly recorded: Recorded }): JSX.Element | null {
  const { elapsedMs, firstByteMs } = recorded;
  if (firstByteMs === undefined) return null;
  const waited = elapsedMs === 0 ? 100 : (firstByteMs / elapsedMs) * 100;
  return (
    <>
      : {formatMs(firstByteMs)} waiting for the first byte, {formatMs(elapsedMs - firstByteMs)}{' '}
      receiving
      <span class="phases" aria-hidden="true">
        <i class="bar" style={{ width: `${waited}%` }} />
        <i class="bar received" style={{ width: `${100 - waited}%` }} />
      </span>
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

function Fact({ name, children }: FactProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
