// The statements on the log of worlds; database/layout.ts has its tables.

export const TAKE_SEED = `INSERT INTO facts (name, value) VALUES ('seed', $1) ON CONFLICT DO NOTHING`;
export const SEED = `SELECT value FROM facts WHERE name = 'seed'`;

/** One statement sees one moment: either the image or the entries that it took the place of. */
export const NEWS = `
  SELECT seen.world, found.number, found.kind, found.text
  FROM unnest($1::text[], $2::bigint[]) AS seen(world, number)
  CROSS JOIN LATERAL (
    SELECT images.number, 'image' AS kind, images.image AS text FROM images
    WHERE images.world = seen.world AND images.number > seen.number
    UNION ALL
    SELECT entries.number, 'entry', entries.changes FROM entries
    WHERE entries.world = seen.world AND entries.number > seen.number
  ) AS found
  ORDER BY seen.world, found.kind DESC, found.number`;

export const NOTE = 'INSERT INTO audit (who, replica, what) VALUES ($1, $2, $3)';

/**
 * What was ruled by conditions that are no longer the newest is not taken: whoever asks after they
 * were changed is answered by the new ones. A number that another entry has is not taken twice, and none that an image covers: its entry may
 * be gone.
 */
export const APPEND = `
  INSERT INTO entries (world, number, id, changes)
  SELECT sent.world, sent.number, sent.id, sent.changes
  FROM unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[]) AS sent(world, number, id, changes)
  WHERE NOT EXISTS (
    SELECT FROM images WHERE images.world = sent.world AND images.number >= sent.number)
  AND (sent.world = $5::text OR (
    NOT EXISTS (SELECT FROM entries AS newer WHERE newer.world = $5::text AND newer.number > $6::bigint)
    AND NOT EXISTS (SELECT FROM images WHERE images.world = $5::text AND images.number > $6::bigint)))
  ON CONFLICT (world, number) DO NOTHING
  RETURNING world`;

/** Which of these entries are there, and of which it cannot be known: an image took their place. */
export const TAKEN = `
  SELECT sent.world, entries.id IS NOT NULL AS is_there
  FROM unnest($1::text[], $2::bigint[], $3::uuid[]) AS sent(world, number, id)
  LEFT JOIN entries USING (world, number, id)
  LEFT JOIN images ON images.world = sent.world
  WHERE entries.id IS NOT NULL OR images.number >= sent.number`;

export const KEEP_IMAGE = `
  INSERT INTO images (world, number, image) VALUES ($1, $2, $3)
  ON CONFLICT (world) DO UPDATE SET number = excluded.number, image = excluded.image, at = now()
  WHERE images.number < excluded.number`;

export const COMPACT = `
  DELETE FROM entries USING images
  WHERE images.world = $1 AND entries.world = $1 AND entries.number <= images.number`;
