// Names in their styles of writing (`clientId`, `client_id` and `Client-ID` have the same letters), and
// English nouns: the singular of the name of a collection.

import { remember } from './remember.ts';

/** Returns the letters and digits of a name, in small letters. */
export const lettersOf: (name: string) => string = remember((name: string): string =>
  name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase(),
);

/**
 * Returns the singular of a plural: `post` of `posts`, `category` of `categories`. Only the last
 * word counts. A noun that is no plural stays as it is.
 */
export function singularOf(noun: string): string {
  const [, before = '', last = noun] = /^(.*?)([A-Z]?[a-z]*)$/s.exec(noun) ?? [];
  const word = last.toLowerCase();
  const odd = ODD.get(word);
  const singular = odd ?? regular(word);
  return singular === word ? noun : before + (last[0] ?? '') + singular.slice(1);
}

const ODD: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: 'person',
    men: 'man',
    women: 'woman',
    children: 'child',
    mice: 'mouse',
    geese: 'goose',
    feet: 'foot',
    teeth: 'tooth',
    movies: 'movie',
    cookies: 'cookie',
    ties: 'tie',
    pies: 'pie',
    series: 'series',
    species: 'species',
    news: 'news',
    data: 'datum',
    media: 'medium',
    indices: 'index',
    vertices: 'vertex',
    matrices: 'matrix',
    quizzes: 'quiz',
    leaves: 'leaf',
    shelves: 'shelf',
    knives: 'knife',
    wives: 'wife',
    lives: 'life',
    halves: 'half',
    heroes: 'hero',
    potatoes: 'potato',
    tomatoes: 'tomato',
    echoes: 'echo',
    shoes: 'shoe',
    analyses: 'analysis',
    crises: 'crisis',
    statuses: 'status',
    buses: 'bus',
    viruses: 'virus',
    bonuses: 'bonus',
    campuses: 'campus',
    aliases: 'alias',
  }),
);

function regular(word: string): string {
  if (word.length > 3 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is)$/.test(word) || !word.endsWith('s')) return word;
  return word.slice(0, -1);
}
