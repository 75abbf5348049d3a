// Verbs of what operations are for, in steps of paths and at the beginning of summaries, in the
// languages of the documents that were met. Knows no operations of a resource.

import { wordsOf } from '../../../../schema/plausible/topics.ts';
import type { ApiOperation } from '../../operations.ts';

/** What a verb says. */
export type Verb = 'create' | 'read' | 'change' | 'remove';

/** Words in small letters without accents: English ones, and those of other languages. */
const VERBS: readonly (readonly [Verb, english: RegExp, others: RegExp])[] = [
  [
    'create',
    /^(?:creat(?:e|es|ing)|adds?|adding|insert|save|new)$/,
    /^(?:cadastr(?:o|ar?)|cri(?:ar?|acao)|crear?|adicionar?|inserir?|inserisci|incluir?|agregar?|aggiungi|opprett|creer|ajouter|erstellen|tambah(?:kan)?|simpan|buat)$/,
  ],
  [
    'change',
    /^(?:updat(?:e|es|ing)|edits?|modify|change)$/,
    /^(?:atualiza(?:r|cao)?|actualizar?|editar?|alterar?|modificar?|modifica|aggiorna|modifier|opdater|oppdater|aktualisieren|ubah|perbarui|cap nhat|sua)$/,
  ],
  [
    'remove',
    /^(?:delet(?:e|es|ing)|removes?|destroy)$/,
    /^(?:exclu(?:ir?|sao)|deletar?|remover?|apagar?|eliminar?|elimina|rimuovi|borrar?|supprimer|slett|loschen|hapus|xoa)$/,
  ],
  [
    'read',
    /^(?:gets?|show|view|find|fetch|read|retrieves?|list|index|info|details?|all)$/,
    /^(?:obter|obtener|ver|listar?|todos|todas|lista|elenco|ottieni|trova|detalhes?|detalles?)$/,
  ],
];

function isVerb([, english, others]: (typeof VERBS)[number], word: string): boolean {
  return english.test(word) || others.test(word);
}

/** Whether a step of a path is a verb of another language than English, and nothing else: `listar`. */
export function isForeignVerb(step: string, verb: Verb): boolean {
  const word = plainWords(step).join(' ');
  return VERBS.some(([known, , others]) => known === verb && others.test(word));
}

/** The words of a name in small letters, without accents. */
export function plainWords(name: string): readonly string[] {
  const spaced = wordsOf(name.replace(/\.(?:php|do|json|html|aspx?|action)$/i, ''));
  return spaced.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().split(' ');
}

/** A step of a path with a verb at one of its ends, and the words of what it is about. */
export interface CalledStep {
  readonly verb: Verb;
  readonly rest: readonly string[];
}

/** The verb in a step of a path: `add-product`, `sale-delete`, `CadastroTipo`; `null` if there is none. */
export function verbIn(step: string): CalledStep | null {
  const words = plainWords(step);
  const ends = [words[0] ?? '', words.at(-1) ?? ''];
  const found = VERBS.find((known) => ends.some((one) => isVerb(known, one)));
  if (found === undefined) return null;
  const [verb] = found;
  const end = words.indexOf('by');
  const named = (end < 0 ? words : words.slice(0, end)).filter((word) => !FILLING.has(word));
  return { verb, rest: named.filter((word) => !VERBS.some((known) => isVerb(known, word))) };
}

const FILLING = new Set('id the a an of one do da de my new recent latest'.split(' '));

/** Whether an operation says in its summary or its name that it creates: `createGenericService`. */
export function saysCreation({ summary }: Pick<ApiOperation, 'summary'>): boolean {
  return CREATION.test((summary ?? '').replace(/^\p{Lu}/u, (one) => one.toLowerCase()));
}

const CREATION =
  /^(?:creat(?:es?|ing)|registers?|adds?|opprett|crear?|criar?|cadastrar?|registrar?|agregar?|aggiung[ei]|inserisc[ei]|créer?|ajouter?|erstellen|tambah|buat|tạo|thêm|создать|добавить)(?!\p{Ll})|^(?:创建|新增|添加)|登録/u;

/** Whether the words of an operation say that it only asks: "Get users by type". */
export function saysQuestion({ summary }: Pick<ApiOperation, 'summary'>): boolean {
  return QUESTION.test(summary ?? '');
}

const QUESTION =
  /^(?:get|fetch|find|list|search|retrieve|query|obtener|buscar|consultar|listar)\b/i;

/** Whether the words of an operation say that it changes or removes one thing: "Edit a comment". */
export function verbSaid({ summary }: Pick<ApiOperation, 'summary'>): Verb | null {
  const [first = ''] = plainWords(summary ?? '');
  return VERBS.find((known) => isVerb(known, first))?.[0] ?? null;
}
