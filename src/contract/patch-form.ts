// How the body of a PATCH is written: as a merge patch (RFC 7396), as plain JSON, or as a JSON Patch
// (RFC 6902). Data only.

export type PatchForm = 'merge-patch' | 'json' | 'json-patch';
