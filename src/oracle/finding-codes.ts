// Every code that a finding can carry, and its meaning. The codes are stable: reports, filters and
// the documentation name them.

export const findingCodes = {
  failed:
    'The service answered with a failure: 5xx, or a status that is neither success nor refusal.',
  refused: 'The service refused an operation, although the request is valid.',
  status:
    'An answer has another status than the contract specifies for it, or a success or redirection that the document does not declare.',
  header:
    'An answer lacks a header field that the contract specifies or the document requires, or it has another value; or its `Location` leads nowhere, or elsewhere.',
  accepted: 'The service did what the contract tells it to refuse.',
  'media-type':
    'The Content-Type of an answer is not JSON, or none that the document declares for its status.',
  'body-missing': 'An answer has no body, but must have one.',
  'body-unexpected': 'An answer has a body, and the contract specifies that it has none.',
  'body-not-json': 'The body of an answer is not JSON: it is malformed, or a page.',
  'body-too-large': 'An answer is larger than its limit.',
  'body-type': 'The body of an answer is not the array or object that the contract specifies.',
  'member-missing': 'An item lacks a member that the contract requires.',
  'member-type': 'A member of an item has another type than its schema specifies.',
  'answer-refused': 'The service stopped accepting connections.',
  'answer-unresolved': 'The name of the service can no longer be resolved.',
  'answer-tls': 'The TLS connection could not be made.',
  'answer-untrusted': 'The certificate of the service is not trusted.',
  'answer-reset': 'The connection was cut before the answer was complete.',
  'answer-late': 'No complete answer came before the timeout.',
  'answer-unreadable': 'The answer is not well-formed HTTP, or its encoding is malformed.',
  'answer-oversized': 'The answer is larger than Standin reads.',
  'not-created': 'A create succeeded, but the item is not there.',
  'made-twice': 'One create made two items.',
  'made-a-copy': 'A write to one item made another item.',
  'refused-and-created': 'A write was refused but made an item.',
  'refused-and-changed': 'A write was refused but changed an item.',
  'open-to-others':
    'A second user lists, changes or removes an item that this user may not read, or removes one that it may not change.',
  'describes-another': 'The answer to a write describes another item.',
  'answer-differs': 'The answer to a write shows a different value than is stored.',
  'id-not-unique': 'A create returned an id that another item already has.',
  'id-of-another':
    'A create returned the id of an item that the run did not create. The run then writes nothing more.',
  'wrong-scope': 'An answer has an item that does not belong to the path.',
  'filter-ignored': 'A filtered list has other items, or lacks one; a page is too long.',
  'wrong-order': 'A sorted list is not in the order that was asked for.',
  'wrong-link': 'A member that is the address of an item leads nowhere, or elsewhere.',
  'wrong-embedded': 'An answer shows related items that do not belong to it, or lacks one.',
  'not-cascaded':
    'An item was removed, and one that refers to it did not become what the contract specifies.',
  'write-only-shown': 'An answer shows a member that only requests have.',
  'wrong-total': 'The total beside the list is not the number of items that the list has.',
  'page-repeats': 'A page of the list has items of the pages before.',
  'page-refused': 'A page of the list leads to a next one that cannot be read.',
  'page-endless': 'The pages of the list have no end: empty ones lead to further ones.',
  'not-replaced': 'PUT or PATCH succeeded but had no effect, or did not store a member.',
  'not-stored':
    'POST, PUT or PATCH accepts a member and does not store it: two different values were sent, and neither was read back.',
  'changed-unsent': 'PATCH changed a member that was not sent.',
  'value-changed': 'The stored value differs from the value that was sent.',
  'normalised-sometimes': 'The service stores a member in a normal form in some writes only.',
  'torn-write': 'Two simultaneous writes left a mix of both.',
  'not-removed': 'DELETE succeeded, but the item is still there.',
  'still-readable': 'A removed item can still be read.',
  'still-listed': 'A removed item is still in the list.',
  'came-back': 'A removed item is there again.',
  lost: 'An item disappeared that no one removed.',
  'all-lost': 'All items created before are gone at once.',
  'removed-another': 'DELETE removed another item than the path names.',
  'changed-another': 'A write changed an item that was not its target.',
  'overwrote-another': 'An item that the run did not create holds values that the run sent.',
  'harmed-others':
    'Items that the run did not create change after one kind of write, and never without it.',
  'changed-by-reading': 'Reading changed what clients set in an item.',
  'made-up': 'Reading an unused id returned an item.',
  'wrong-item': 'Reading one item returned another item.',
  'not-readable': 'An item is in the list but cannot be read.',
  'not-listed': 'An item can be read but is not in the list.',
  'listed-twice': 'An item is in the list more than once.',
  'read-differs': 'Reading an item returns a different value than was sent.',
  'list-differs': 'The list shows a different value than reading the item does.',
  'stale-read':
    'Reading an item or the list returned an old state after the new one, or once after each write.',
  'pact-mismatch': 'The service does not answer an interaction as the pact of a consumer expects.',
  'other-choice': 'The service behaves differently from a choice that the contract specifies.',
  drifted: 'The service behaves differently from a pinned choice.',
} as const;

export type FindingCode = keyof typeof findingCodes;
