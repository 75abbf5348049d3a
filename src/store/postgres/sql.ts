// The statements on the log of worlds; database/layout.ts has its tables.

export const TAKE_SEED = `INSERT INTO facts (name, value) VALUES ('seed', $1) ON CONFLICT DO NOTHING`;
export const SEED = `SELECT value FROM facts WHERE name = 'seed'`;

/** Above all numbers of worlds that were forgotten; none was yet if there is no such fact. */
const FLOOR = `COALESCE((SELECT value::bigint FROM facts WHERE name = 'floor'), 0)`;
/** As isKept() of store.ts. */
const kept = (world: string): string => `left(${world}, 1) IN ('', '*')`;

/**
 * One statement sees one moment: either the image or the entries that it took the place of. A world
 * without an image began before its first entry, or, if it has none, at the floor: whoever knows it
 * from before it was forgotten has seen less.
 */
export const NEWS = `
  SELECT seen.world, found.number, found.kind, found.text
  FROM unnest($1::text[], $2::bigint[]) AS seen(world, number)
  CROSS JOIN LATERAL (
    SELECT images.number, 'image' AS kind, images.image AS text FROM images
    WHERE images.world = seen.world AND images.number > seen.number
    UNION ALL
    SELECT entries.number, 'entry', entries.changes FROM entries
    WHERE entries.world = seen.world AND entries.number > seen.number
    UNION ALL
    SELECT begun.number, 'image', NULL FROM (
      SELECT COALESCE((SELECT min(first.number) - 1 FROM entries AS first
        WHERE first.world = seen.world), ${FLOOR}) AS number
    ) AS begun
    WHERE ${FLOOR} > seen.number AND begun.number > seen.number AND NOT ${kept('seen.world')}
    AND NOT EXISTS (SELECT FROM images WHERE images.world = seen.world)
  ) AS found
  ORDER BY seen.world, found.kind DESC, found.number`;

export const NOTE = 'INSERT INTO audit (who, replica, what) VALUES ($1, $2, $3)';

/**
 * What was ruled by conditions that are no longer the newest is not taken: whoever asks after they
 * were changed is answered by the new ones. A number that another entry has is not taken twice, and
 * none that an image covers: its entry may be gone. A number up to the floor needs what comes before
 * it: the world may be forgotten.
 */
export const APPEND = `
  INSERT INTO entries (world, number, id, changes)
  SELECT sent.world, sent.number, sent.id, sent.changes
  FROM unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[]) AS sent(world, number, id, changes)
  WHERE NOT EXISTS (
    SELECT FROM images WHERE images.world = sent.world AND images.number >= sent.number)
  AND (sent.number > ${FLOOR} OR ${kept('sent.world')}
    OR EXISTS (SELECT FROM images WHERE images.world = sent.world)
    OR EXISTS (SELECT FROM entries AS before
      WHERE before.world = sent.world AND before.number = sent.number - 1))
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

export const USE = `
  INSERT INTO uses (world) SELECT unnest($1::text[])
  ON CONFLICT (world) DO UPDATE SET at = now()`;

/** What nobody has used or changed for so many milliseconds. */
const IDLE = `
  uses.at < now() - $1 * interval '1 ms' AND NOT EXISTS (
    SELECT FROM entries AS late
    WHERE late.world = uses.world AND late.at >= now() - $1 * interval '1 ms')`;
/** Some at once: nobody appends meanwhile. */
export const FIND_IDLE = `SELECT world FROM uses WHERE ${IDLE} LIMIT 1000`;
export const FORGET = `
  WITH idle AS (DELETE FROM uses WHERE world = ANY($2::text[]) AND ${IDLE} RETURNING world),
  gone AS (DELETE FROM entries USING idle WHERE entries.world = idle.world RETURNING number),
  covered AS (DELETE FROM images USING idle WHERE images.world = idle.world RETURNING number)
  INSERT INTO facts (name, value)
  SELECT 'floor', (max(number) + 1)::text
  FROM (SELECT number FROM gone UNION ALL SELECT number FROM covered) AS numbers
  HAVING max(number) IS NOT NULL
  ON CONFLICT (name) DO UPDATE
  SET value = GREATEST(facts.value::bigint, excluded.value::bigint)::text`;
