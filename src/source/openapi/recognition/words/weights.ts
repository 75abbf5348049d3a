// How much each piece of evidence speaks for each role of an operation, by its method: learned from
// 7729 operations in 431 documents that people labelled. Written by `npm run roles`.

import type { Kind } from '../../../../contract/operation-kinds.ts';

/** The roles that operations of a method have, and the weight of evidence for each of them. */
export interface Weighed {
  readonly roles: readonly (Kind | 'none')[];
  readonly weights: ReadonlyMap<string, readonly number[]>;
}

interface Learned extends Pick<Weighed, 'roles'> {
  /** A piece of evidence in each line, and ten times its weight for each role. */
  readonly lines: string;
}

const LEARNED: Readonly<Record<string, Learned>> = {
  DELETE: {
    roles: ['none', 'remove'],
    lines: `above "1"|-1 1
above "admin"|-1 1
above "apiv2"|2 -2
above "cart"|-1 1
above "doc"|1 -1
above "event"|2 -2
above "food"|2 -2
above "group"|2 -2
above "item"|1 -1
above "project"|-3 3
above "recipe"|-2 2
above "road"|-1 1
above "user"|2 -2
above DELETE of items|6 -6
above PATCH of items|-1 1
above PUT of items|2 -2
answer has a message|-2 2
answer has an id|-1 1
answer has ids|-1 1
answers 204|-1 1
answers a map at a parameter|3 -3
answers a map|3 -3
answers a receipt at a parameter|-1 1
answers a receipt at a word|-1 1
answers a receipt|-2 2
answers a text at a parameter|1 -1
answers a text at a word|-2 2
answers a text|-1 1
answers an item at a word|1 -1
answers an item|2 -2
answers no JSON at a parameter|-1 1
answers no JSON at a word|2 -2
answers no JSON|1 -1
answers no status|1 -1
answers nothing told at a parameter|-1 1
answers nothing told at a word|1 -1
answers nothing told|-1 1
answers something at a parameter|-1 1
answers something|-1 1
answers what others answer|2 -2
answers what the path names|-4 4
below DELETE, no item|1 -1
below GET, no item|-1 1
below GET|-6 6
below POST, no item|-1 1
below POST|-4 4
below PUT, no item|1 -1
below a plural|-3 3
beside GET|-4 4
beside PATCH|-4 4
beside POST|3 -3
beside PUT|-3 3
description ""|-1 1
description "access"|2 -2
description "account"|-1 1
description "all"|4 -4
description "allow"|-1 1
description "an"|-2 2
description "and"|-1 1
description "authenticated"|-1 1
description "database"|2 -2
description "de"|-1 1
description "delete"|-1 1
description "el"|-1 1
description "event"|2 -2
description "file"|2 -2
description "for"|-1 1
description "id"|-1 1
description "identifier"|2 -2
description "if"|-1 1
description "in"|6 -6
description "it"|-2 2
description "la"|-1 1
description "le"|2 -2
description "o"|-1 1
description "of"|2 -2
description "only"|-2 2
description "or"|2 -2
description "product"|-2 2
description "remove"|-3 3
description "remover"|2 -2
description "si"|3 -3
description "specific"|-2 2
description "student"|1 -1
description "system"|-1 1
description "that"|2 -2
description "the"|-2 2
description "thi"|-1 1
description "to"|-1 1
description "todo"|1 -1
description "um"|-2 2
description "uma"|1 -1
description "un"|1 -1
description "user"|1 -1
description "usuario"|-2 2
description "you"|-2 2
description "доступно"|-1 1
description "только"|-1 1
ends with a parameter|-1 1
ends with a plural and a parameter|-1 1
ends with a plural|-1 1
ends with a word|1 -1
ends with no plural|3 -3
has 0 parameters|1 -1
has 1 parameters|-3 3
has 2 parameters|5 -5
has 2 words|-3 3
has 3 words|2 -2
has 4 words|-1 1
has 5 or more words|2 -2
is below an item|1 -1
may answer 401|1 -1
may answer 404|2 -2
parameter "id"|-1 1
parameter "username"|2 -2
parameter is an id|-1 1
parameter is no id|-1 1
path "account"|-1 1
path "all"|2 -2
path "avatar"|2 -2
path "book"|-2 2
path "cart"|1 -1
path "class"|2 -2
path "comment"|-1 1
path "delete"|-3 3
path "employee"|2 -2
path "enrollment"|2 -2
path "item"|-1 1
path "logout"|1 -1
path "me"|-3 3
path "member"|5 -5
path "photo"|2 -2
path "post"|-1 1
path "product"|-1 1
path "project"|1 -1
path "session"|-1 1
path "user"|-2 2
path "usuario"|-2 2
path of a secret or a picture|4 -4
path of no things|4 -4
path of numbers|2 -2
path of the caller|-3 3
path verb remove alone|-2 2
path verb remove|-3 3
path verb|-2 2
query has an id|-3 3
query of 1|-1 1
says that it lists|4 -4
sends 1 members|3 -3
sends 2 members|-2 2
summary "a"|-2 2
summary "account"|-1 1
summary "admin"|-1 1
summary "all"|3 -3
summary "an"|1 -1
summary "book"|-1 1
summary "by"|-3 3
summary "category"|-1 1
summary "clear ..."|2 -2
summary "clear"|2 -2
summary "controller"|-1 1
summary "current"|1 -1
summary "da"|2 -2
summary "db"|3 -3
summary "de"|4 -4
summary "deleta ..."|-2 2
summary "deleta"|-2 2
summary "delete ..."|-2 2
summary "delete"|-2 2
summary "elimina ..."|2 -2
summary "elimina"|2 -2
summary "eliminar ..."|-2 2
summary "eliminar"|-2 2
summary "file"|1 -1
summary "for"|1 -1
summary "from"|2 -2
summary "group"|1 -1
summary "id"|-2 2
summary "item"|-2 2
summary "link"|-2 2
summary "logout ..."|3 -3
summary "logout"|3 -3
summary "member"|3 -3
summary "only"|-1 1
summary "pending"|2 -2
summary "per"|2 -2
summary "photo"|1 -1
summary "product"|-2 2
summary "project"|-2 2
summary "registro"|-2 2
summary "remove ..."|2 -2
summary "remove"|3 -3
summary "reset"|1 -1
summary "session"|2 -2
summary "tag"|2 -2
summary "the"|-1 1
summary "todo ..."|2 -2
summary "todo"|3 -3
summary "um"|2 -2
summary "une"|-2 2
summary "user ..."|-1 1
summary "user"|-1 1
summary "рецепт"|-2 2
summary "удалить ..."|-2 2
summary "удалить"|-2 2
summary of a secret or a picture|3 -3
summary verb remove|-2 2`,
  },
  GET: {
    roles: ['none', 'list', 'read'],
    lines: `above "1"|0 -4 4
above "admin"|-4 6 -2
above "analytic"|5 -2 -3
above "api"|0 -1 2
above "auth"|-7 -1 8
above "board"|6 -5 -1
above "book"|-5 2 3
above "customer"|6 -2 -3
above "doc"|-2 -1 3
above "menu"|-5 0 5
above "post"|-4 5 -1
above "road"|6 -4 -1
above "user"|-1 -2 3
above "v1"|0 -3 5
above DELETE of items|-7 7 -5
above GET of items|-7 7 -4
above PATCH of items|-2 3 -2
above PUT of items|-6 4 1
always|1 0 -4
answer has a message|-1 6 -4
answer has an id|-9 9 6
answer has ids|-6 2 4
answers 0 members of the body|1 0 -4
answers 200|1 -1 -2
answers a list at a parameter|-1 9 -8
answers a list at a word|-3 4 -3
answers a list inside at a word|-3 6 -5
answers a list inside|-4 6 -6
answers a list of names at a word|6 -7 1
answers a list of names|7 -7 -1
answers a list|-3 6 -6
answers a receipt at a word|2 -3 2
answers a receipt|9 -6 -3
answers a text|3 -2 -1
answers an item at a parameter|-4 -5 6
answers an item at a word|3 -4 3
answers an item|-2 -6 6
answers no JSON at a word|3 -1 -2
answers no JSON|9 -3 -7
answers no status|1 2 -4
answers nothing told at a parameter|-4 0 2
answers nothing told at a word|-2 2 1
answers nothing told|-4 2 4
answers what many lists answer|1 0 -1
answers what others answer|-8 -2 6
answers what the path names|-1 0 3
below GET, no item|1 0 -1
below GET|-6 -7 8
below PATCH, no item|-3 4 -2
below POST, no item|-2 2 1
below POST|-1 -5 4
below PUT, no item|1 -2 1
below a plural|-4 5 -2
beside DELETE|-2 -3 3
beside PATCH|-4 -4 6
beside POST|-11 6 1
beside PUT|-6 -2 5
body none|1 0 -4
description ""|0 -3 3
description "a"|0 -1 1
description "about"|1 -3 2
description "all"|-2 6 -6
description "and"|2 -2 0
description "api"|3 1 -5
description "authenticated"|0 -2 2
description "by"|-3 1 2
description "can"|1 0 -1
description "class"|0 4 -4
description "current"|2 -2 -1
description "de"|3 2 -4
description "detail"|-3 -4 7
description "endpoint"|3 -1 -2
description "for"|3 -1 -3
description "from"|3 1 -4
description "get"|-2 -1 4
description "i"|3 -2 -1
description "id"|-4 -1 5
description "information"|0 -7 7
description "it"|-1 -2 2
description "list"|-2 2 0
description "of"|1 0 -1
description "open"|6 -5 -1
description "post"|-2 5 -3
description "retrieve"|-1 -2 3
description "return"|2 -4 2
description "single"|2 -4 2
description "specific"|-1 2 -1
description "test"|5 -5 0
description "the"|2 -2 -1
description "thi"|-3 4 -1
description "todo"|-1 4 -3
description "token"|4 -4 0
description "user"|-3 -1 4
description "with"|-4 5 -1
description "you"|-4 5 -1
description "и"|4 -3 -1
ends with a parameter|-1 -2 2
ends with a plural and a parameter|-2 -1 2
ends with a plural|-3 6 -7
ends with a word|2 1 -3
ends with no plural and a parameter|2 -2 0
ends with no plural|5 -7 4
has 0 parameters|1 1 -2
has 0 words|9 -6 -4
has 1 parameters|0 -2 1
has 1 words|-2 1 2
has 3 words|0 2 -2
has 4 words|-1 2 -1
has 5 or more words|1 1 -1
has pages|-7 9 -7
is below an item|1 -1 0
may answer 401|-4 2 2
may answer 404|-2 1 2
parameter "id"|-1 -1 1
parameter is an id|0 -3 2
parameter is no id|-3 4 -1
path "all"|1 2 -4
path "booking"|-3 4 -1
path "by ..."|-3 4 -1
path "by"|-5 4 1
path "category"|-5 6 -1
path "comment"|-2 5 -3
path "current"|-2 -3 5
path "detail"|0 -6 6
path "email"|-2 -4 6
path "get ..."|-2 4 -2
path "get"|-8 3 5
path "health"|4 -2 -2
path "history"|-2 6 -4
path "id"|1 -6 4
path "info"|1 -6 5
path "list"|-3 4 -1
path "logout"|4 -2 -1
path "me"|-8 1 7
path "order"|-4 4 0
path "payment"|8 -4 -4
path "price"|6 -5 -1
path "product"|-5 4 1
path "profile"|0 -5 6
path "review"|-1 4 -3
path "search"|-7 8 0
path "task"|-2 6 -4
path "user"|-10 3 8
path of a secret or a picture|5 -1 -4
path of no things|10 -10 -4
path of numbers|9 -8 -4
path of the caller|-12 -7 14
path that asks|-9 12 -3
path verb read alone|-8 1 7
path verb read|-5 -1 7
path verb|6 -2 -5
query has an id|1 -2 1
query of 0|0 -1 2
query of 1|0 -4 4
query of 2|1 3 -4
query of 3 or more|4 3 -7
says that it asks|-1 1 2
says that it lists|-6 9 -10
sends 0 members|1 0 -4
summary ""|0 4 -4
summary "a"|0 -4 4
summary "account"|-1 -1 3
summary "active"|-6 -1 8
summary "admin"|-3 2 1
summary "all"|1 3 -5
summary "analytic"|6 -2 -3
summary "and"|1 1 -2
summary "api ..."|1 1 -2
summary "api"|5 -1 -4
summary "app ..."|4 -2 -2
summary "authenticated"|-2 -1 3
summary "by"|-5 0 4
summary "check"|5 -2 -3
summary "comment"|1 3 -4
summary "controller"|7 -5 -2
summary "current"|-5 0 5
summary "data"|-2 -1 4
summary "de"|0 4 -4
summary "detail"|0 -4 4
summary "endpoint"|5 -4 -1
summary "find"|-2 -2 5
summary "for"|2 2 -4
summary "get ..."|0 -1 0
summary "get"|0 -1 1
summary "health ..."|2 -1 -1
summary "health"|2 0 -2
summary "history"|-3 7 -4
summary "id"|-7 -2 6
summary "in"|-5 2 3
summary "info"|2 -4 1
summary "item"|1 4 -5
summary "le"|0 3 -3
summary "list ..."|1 1 -2
summary "list"|1 1 -2
summary "o"|5 -2 -4
summary "obtener ..."|1 -3 2
summary "obtener"|1 -3 2
summary "of"|0 1 -2
summary "order"|-3 1 2
summary "patient"|-5 -1 6
summary "por"|-6 0 6
summary "post"|-3 6 -3
summary "price"|4 -3 -2
summary "product"|-1 3 -2
summary "profile"|-1 -5 6
summary "read"|2 -3 1
summary "retrieve"|1 -2 0
summary "search"|-4 2 2
summary "specific"|-4 2 2
summary "summary"|-1 -4 5
summary "table"|7 -3 -4
summary "task"|-2 -1 3
summary "the"|-2 -2 3
summary "to"|3 0 -3
summary "transaction"|-2 3 0
summary "url"|5 -4 -1
summary "user"|-3 5 -2
summary "v1"|-3 1 2
summary verb read|-1 1 0`,
  },
  PATCH: {
    roles: ['none', 'update'],
    lines: `above "1"|1 -1
above "admin"|1 -1
above "alert"|1 -1
above "api"|1 -1
above "auth"|-2 2
above "budget"|-1 1
above "course"|1 -1
above "deploy"|-1 1
above "doc"|-1 1
above "inventory"|-2 2
above "me"|1 -1
above "notification"|1 -1
above "production"|1 -1
above "project"|1 -1
above "task"|1 -1
above "user"|1 -1
above "v0"|1 -1
above "v1"|1 -1
always|-2 2
answer has a message|1 -1
answer has an id|-1 1
answers 0 members of the body|2 -2
answers 1 members of the body|-1 1
answers 2 members of the body|-1 1
answers 200|-3 3
answers 201|1 -1
answers 204|2 -2
answers 3 or more members of the body|-2 2
answers a list inside|-1 1
answers an item at a parameter|1 -1
answers an item at a word|-1 1
answers no status|-2 2
answers nothing told at a parameter|-3 3
answers nothing told at a word|1 -1
answers nothing told|-2 2
answers what is above it|1 -1
answers what others answer|-1 1
answers what the path names|-1 1
below GET, no item|3 -3
below GET|-2 2
below PATCH, no item|2 -2
below POST|-2 2
below a plural|-1 1
beside DELETE|-1 1
beside GET|-4 4
beside POST|1 -1
beside PUT|3 -3
body none|5 -5
body of JSON|-5 5
body with a list|-1 1
description ""|1 -1
description "a"|1 -1
description "at"|1 -1
description "be"|1 -1
description "can"|1 -1
description "cancelled"|1 -1
description "cuenta"|1 -1
description "existante"|-1 1
description "from"|1 -1
description "i"|-1 1
description "la"|1 -1
description "mettre"|-1 1
description "of"|-1 1
description "order"|1 -1
description "password"|-1 1
description "permet"|-1 1
description "product"|1 -1
description "production"|1 -1
description "specific"|-1 1
description "statu"|1 -1
description "system"|-1 1
description "task"|1 -1
description "thi"|-1 1
description "to"|-1 1
description "un"|1 -1
ends with a parameter|-2 2
ends with a plural and a parameter|-2 2
ends with a plural|-1 1
ends with no plural and a parameter|1 -1
ends with no plural|1 -1
has 0 parameters|1 -1
has 1 parameters|-1 1
has 1 words|-1 1
has 2 parameters|-2 2
has 2 words|-3 3
has 3 words|-1 1
has 4 words|1 -1
has 5 or more words|1 -1
is below an item|-2 2
may answer 401|2 -2
may answer 404|-1 1
parameter "status"|-1 1
parameter is no id|-2 2
path "account"|-1 1
path "acknowledge"|1 -1
path "article"|2 -2
path "avatar"|1 -1
path "change ..."|1 -1
path "change"|1 -1
path "item"|-1 1
path "me"|-1 1
path "password"|3 -3
path "product"|1 -1
path "profile"|-1 1
path "read"|1 -1
path "reorder"|1 -1
path "reset"|1 -1
path "role"|-1 1
path "statu"|-3 3
path "student"|1 -1
path "task"|-1 1
path "update"|-2 2
path "user"|-1 1
path of a secret or a picture|4 -4
path of no things|-1 1
path of numbers|-1 1
path of the caller|-2 2
path verb change alone|-2 2
path verb change|1 -1
path verb read alone|1 -1
path verb|5 -5
query of 0|1 -1
query of 1|-3 3
sends 0 members|4 -4
sends 1 members|-2 2
sends 2 members|2 -2
sends 3 members|-1 1
sends 4 or more members|-5 5
sends a password|1 -1
summary ""|3 -3
summary "a"|1 -1
summary "account"|1 -1
summary "acknowledge"|1 -1
summary "admin"|-1 1
summary "alert"|1 -1
summary "an"|1 -1
summary "article"|2 -2
summary "by"|1 -1
summary "cancel"|1 -1
summary "change ..."|-1 1
summary "change"|-1 1
summary "controller"|-1 1
summary "course"|1 -1
summary "d"|-1 1
summary "edit ..."|-1 1
summary "edit"|-1 1
summary "information"|-1 1
summary "item"|-1 1
summary "jour"|-1 1
summary "mettre ..."|-1 1
summary "mettre"|-1 1
summary "notification"|1 -1
summary "only"|-1 1
summary "or"|-1 1
summary "owner"|1 -1
summary "password"|2 -2
summary "priority"|1 -1
summary "product"|1 -1
summary "production"|1 -1
summary "profile"|-1 1
summary "project"|1 -1
summary "property"|-1 1
summary "public"|-2 2
summary "publish"|2 -2
summary "read"|1 -1
summary "reorder ..."|1 -1
summary "reorder"|1 -1
summary "set"|-1 1
summary "setting"|-1 1
summary "student"|1 -1
summary "task"|1 -1
summary "tutor"|-1 1
summary "update ..."|-2 2
summary "update"|-2 2
summary "user ..."|-1 1
summary "user"|-2 2
summary "usuario"|1 -1
summary "v1 ..."|1 -1
summary "v1"|1 -1
summary "version"|-1 1
summary of a secret or a picture|5 -5
summary verb change|-4 4`,
  },
  POST: {
    roles: ['none', 'list', 'create', 'update'],
    lines: `above "action"|6 0 -5 0
above "admin"|-1 2 -2 0
above "api"|1 -2 0 1
above "auth"|-2 -2 5 0
above "chat"|2 1 -3 0
above "doc"|0 -2 3 -2
above "group"|4 0 -4 0
above "profile"|-3 0 -4 7
above "user"|0 -3 -1 5
above "usuario"|-2 3 -3 2
above "v01"|-6 -2 6 2
above "v1"|2 -1 0 0
above DELETE of items|-2 -2 3 -3
above GET of items|-5 -2 5 -3
above PATCH of items|-1 -1 2 -1
above PUT of items|-5 -2 5 -3
always|2 -2 1 -2
answer has a message|1 -3 3 -1
answer has a token|2 0 1 -4
answer has an id|-2 2 2 -4
answer has ids|1 -2 -2 3
answers 0 members of the body|2 -1 1 -3
answers 1 members of the body|0 -1 1 1
answers 2 members of the body|1 -1 -1 1
answers 200|1 0 -4 2
answers 201|-1 -2 4 -6
answers 202|7 0 -4 -3
answers 204|-1 -2 -4 7
answers 3 or more members of the body|-1 -3 2 1
answers a list inside at a word|-2 4 1 -3
answers a list inside|-2 4 1 -3
answers a receipt at a word|0 -3 1 2
answers a receipt|1 -3 1 1
answers a text at a word|-3 4 1 -2
answers an item at a word|3 -4 3 -1
answers an item|3 -4 2 0
answers no status|1 -2 2 -1
answers nothing told at a parameter|3 0 0 -2
answers nothing told at a word|-1 -2 2 0
answers nothing told|1 -2 2 -1
answers something at a word|-1 2 2 -2
answers something|0 2 1 -3
answers what is above it|3 0 -3 0
answers what it takes|0 -1 1 0
answers what others answer|-1 -3 2 2
answers what the path names|1 -2 2 -1
below DELETE, no item|2 -3 2 -1
below GET, no item|0 3 -1 -3
below GET|-3 -1 2 1
below PATCH, no item|2 -1 2 -3
below POST, no item|1 4 -4 -1
below PUT, no item|3 -1 -1 0
below a plural|-2 3 0 -1
beside DELETE|-2 -1 2 2
beside GET|-11 -5 5 7
beside PUT|-2 -1 5 -2
body none|3 1 0 -4
body of JSON|-2 -2 2 0
body with a list|6 -1 -4 -1
description "a"|-1 1 0 0
description "add"|2 -1 2 -3
description "allow"|-6 0 2 4
description "an"|1 -1 2 -2
description "api"|3 1 -2 -2
description "authentication"|6 0 -5 0
description "by"|3 0 -3 0
description "create"|-2 -2 2 1
description "email"|-1 0 3 -1
description "for"|1 -4 3 0
description "from"|3 2 -1 -4
description "get"|-2 5 -1 -3
description "id"|-2 1 -4 4
description "in"|1 -1 -2 1
description "it"|-6 1 2 2
description "json"|2 1 0 -3
description "login"|3 0 -2 -1
description "name"|-3 -1 -4 7
description "new"|-3 -1 5 -3
description "or"|4 -1 -3 0
description "parameter"|2 2 -6 2
description "password"|4 0 -2 -1
description "player"|2 -1 -4 3
description "refresh"|4 0 -3 -1
description "return"|1 0 -4 2
description "send"|3 -1 -1 -1
description "specific"|-1 2 -2 1
description "the"|-1 -2 1 3
description "their"|-5 2 -1 4
description "thi"|-3 4 0 -2
description "to"|3 -2 2 -3
description "todo"|-1 5 -4 -1
description "um"|-4 0 5 -1
description "un"|-4 2 -1 3
description "update"|-3 -1 -5 9
description "user"|1 2 -1 -2
ends with a parameter|2 -2 -1 1
ends with a plural and a parameter|1 -1 -2 2
ends with a plural|-2 2 3 -6
ends with a word|2 -2 2 -2
ends with no plural and a parameter|1 -1 2 -1
ends with no plural|3 -4 -2 1
has 0 parameters|2 -1 2 -2
has 1 parameters|1 -4 -1 4
has 1 words|2 -2 2 -2
has 2 words|1 -2 2 -1
has 3 words|0 2 0 -1
has 4 words|1 -3 0 1
has 5 or more words|2 -1 0 -1
is below an item|0 -3 1 3
may answer 401|1 -3 3 0
may answer 404|1 2 -2 0
may answer 409|-1 -2 1 1
parameter "id"|-2 -1 -1 4
path "add"|2 -1 1 -2
path "auth"|4 0 -3 -1
path "category"|-3 0 4 0
path "comment"|-6 0 5 1
path "confirm"|3 0 -1 -2
path "create"|-2 -1 6 -3
path "email"|5 0 -3 -2
path "file"|6 0 -5 0
path "in"|4 0 -2 -2
path "login"|7 -1 -6 -4
path "logout"|5 -1 -3 -1
path "member"|7 0 -6 0
path "message"|-4 2 3 -1
path "order"|-6 0 8 -1
path "password"|1 0 -2 2
path "product"|-5 0 3 2
path "refresh"|2 0 -1 -1
path "register"|1 -2 3 -2
path "reset ..."|-1 0 -2 3
path "reset"|-1 0 -2 3
path "search"|-7 11 -3 -1
path "send"|-2 -1 5 -2
path "set"|-4 -1 -2 6
path "token"|1 -1 -2 2
path "up"|-2 0 3 -1
path "update ..."|-5 0 -1 5
path "update"|-3 -1 -2 6
path "user"|1 3 0 -3
path of a secret or a picture|3 -2 -4 3
path of no things|3 -4 -1 -2
path of numbers|3 0 -3 -4
path of registration|-3 -2 8 -4
path verb change alone|-3 -1 -1 5
path verb change|-4 -1 -5 10
path verb create alone|-6 -3 11 -4
path verb create|-3 -1 4 0
path verb read alone|-6 8 -4 1
path verb|5 1 -8 -1
query of 0|5 -2 1 -3
query of 1|0 2 -4 3
query of 3 or more|-4 -1 7 -2
says that it asks|-1 7 -6 -1
says that it creates|-3 -3 4 -4
says that it lists|-3 7 -3 -1
sends 0 members|4 -1 -2 -3
sends 1 members|8 -5 -2 -3
sends 2 members|-2 -3 -1 6
sends 3 members|-3 -1 3 0
sends 4 or more members|-4 2 2 -4
sends a password|6 -4 0 -3
sends an id|0 -1 -2 5
sends ids|-2 -1 0 2
summary "a"|-1 -4 3 0
summary "add ..."|1 -1 1 0
summary "add"|1 -1 3 -2
summary "api ..."|5 -1 0 -4
summary "api"|0 -1 2 -1
summary "auth"|3 0 -2 0
summary "change"|-3 -1 0 4
summary "chat"|4 0 -3 -1
summary "comment"|-5 0 4 1
summary "controller"|-2 2 -1 1
summary "create ..."|-1 -2 3 -3
summary "create"|-1 0 2 -2
summary "email"|2 0 0 -2
summary "for"|4 -4 2 -2
summary "get ..."|0 4 -3 0
summary "get"|-2 6 -4 0
summary "item"|-2 -4 3 3
summary "login ..."|3 0 -2 -1
summary "login"|5 0 -4 -2
summary "logout"|3 0 -2 -1
summary "new"|3 -1 1 -3
summary "only"|-6 2 4 1
summary "param"|-4 3 2 -1
summary "password"|2 0 -1 -1
summary "player"|0 -1 -5 6
summary "product"|-3 0 4 -1
summary "profile"|-3 0 -2 5
summary "refresh"|2 0 -1 -1
summary "register ..."|3 0 -1 -1
summary "register"|0 -1 2 -1
summary "reset"|2 0 -1 0
summary "set ..."|-4 -1 -3 8
summary "set"|-3 2 -4 6
summary "submit ..."|-4 0 3 1
summary "submit"|-4 0 3 1
summary "the"|0 -2 2 0
summary "to"|4 -1 -4 0
summary "token"|2 0 -3 2
summary "un"|-3 -1 2 1
summary "update ..."|-2 -1 -3 6
summary "update"|-2 -1 -5 7
summary "upload ..."|2 -1 0 -2
summary "upload"|3 -1 1 -2
summary "used ..."|-4 -1 -1 5
summary "used"|-4 -1 -1 5
summary "user ..."|-2 -1 3 0
summary "user"|0 1 -5 4
summary "usuario"|2 0 0 -2
summary "v1"|-3 0 1 2
summary "with"|1 -1 -2 2
summary "в"|-5 2 5 -1
summary of a secret or a picture|3 -2 -1 -2
summary verb change|2 -1 -5 4
summary verb create|-1 -4 3 -2
summary verb read|-1 7 -5 -1`,
  },
  PUT: {
    roles: ['none', 'replace'],
    lines: `above "0"|1 -1
above "1"|2 -2
above "api"|1 -1
above "apiv2"|2 -2
above "checkout"|2 -2
above "comment"|-1 1
above "course"|2 -2
above "external"|2 -2
above "me"|1 -1
above "order"|1 -1
above "post"|-1 1
above "road"|-1 1
above "user"|-1 1
above "v0"|-1 1
above "v1"|-4 4
above DELETE of items|-3 3
above PUT of items|2 -2
always|-1 1
answer has a message|1 -1
answer has an id|1 -1
answer has ids|-2 2
answers 0 members of the body|3 -3
answers 1 members of the body|-3 3
answers 2 members of the body|-2 2
answers 200|-1 1
answers 201|1 -1
answers 3 or more members of the body|-2 2
answers a receipt at a word|-2 2
answers a receipt|-2 2
answers a text at a parameter|-1 1
answers a text at a word|1 -1
answers an item at a word|-2 2
answers an item|-1 1
answers no JSON|1 -1
answers nothing told at a parameter|-2 2
answers nothing told|-2 2
answers something at a parameter|3 -3
answers something|2 -2
answers what is above it|1 -1
answers what it takes|-1 1
answers what others answer|-1 1
below DELETE, no item|-2 2
below DELETE|-2 2
below GET, no item|1 -1
below GET|-4 4
below PATCH, no item|2 -2
below POST|-4 4
below a plural|2 -2
beside DELETE|-2 2
beside GET|-2 2
beside POST|-3 3
body none|3 -3
body of JSON|-3 3
body with a list|1 -1
description "a"|-1 1
description "add"|3 -3
description "admin"|-2 2
description "an"|-1 1
description "attachment"|2 -2
description "atualizar"|-1 1
description "be"|-1 1
description "buy"|2 -2
description "can"|-1 1
description "change"|-1 1
description "class"|2 -2
description "de"|-2 2
description "detail"|-1 1
description "do"|-1 1
description "el"|2 -2
description "en"|2 -2
description "endpoint"|1 -1
description "for"|1 -1
description "given"|2 -2
description "id"|1 -1
description "in"|2 -2
description "o"|1 -1
description "of"|-1 1
description "only"|-1 1
description "password"|1 -1
description "permite"|2 -2
description "product"|2 -2
description "request"|-2 2
description "require"|-1 1
description "shop"|2 -2
description "specified"|2 -2
description "statu"|-1 1
description "student"|2 -2
description "sub"|1 -1
description "thi"|-1 1
description "to"|1 -1
description "um"|-2 2
description "un"|-1 1
description "update"|-3 3
ends with a parameter|-1 1
ends with a plural and a parameter|-1 1
ends with a plural|1 -1
ends with no plural and a parameter|-1 1
ends with no plural|-1 1
has 1 words|-2 2
has 2 parameters|-2 2
has 2 words|-2 2
has 3 words|2 -2
has 4 words|1 -1
has 5 or more words|1 -1
is below an item|-1 1
may answer 401|3 -3
may answer 404|2 -2
may answer 409|-2 2
parameter "id"|-2 2
parameter "pid"|2 -2
parameter is an id|-1 1
path "attachment"|2 -2
path "atualizar"|-1 1
path "by ..."|2 -2
path "by"|2 -2
path "change ..."|2 -2
path "change"|2 -2
path "comment"|-1 1
path "course"|1 -1
path "delete"|-2 2
path "driver"|-1 1
path "edit"|-1 1
path "file"|2 -2
path "id"|-1 1
path "note"|3 -3
path "orderid"|2 -2
path "password"|2 -2
path "pay"|2 -2
path "product"|-1 1
path "profile"|-1 1
path "refresh"|2 -2
path "session"|-1 1
path "shop"|3 -3
path "statu"|-2 2
path "update"|-3 3
path "user"|-4 4
path "usuario"|-3 3
path of a secret or a picture|5 -5
path of no things|6 -6
path of numbers|3 -3
path of the caller|-1 1
path verb change alone|-5 5
path verb change|-3 3
path verb|2 -2
query of 0|-1 1
query of 1|-1 1
says that it creates|2 -2
sends 0 members|6 -6
sends 1 members|4 -4
sends 3 members|-1 1
sends 4 or more members|-6 6
sends a password|4 -4
sends ids|2 -2
summary "a"|1 -1
summary "api ..."|1 -1
summary "api"|1 -1
summary "attachment"|2 -2
summary "atualizar ..."|-1 1
summary "auth"|-1 1
summary "buy ..."|2 -2
summary "buy"|2 -2
summary "by"|2 -2
summary "current"|1 -1
summary "data"|-2 2
summary "de"|1 -1
summary "do"|-1 1
summary "edit ..."|-1 1
summary "edit"|-2 2
summary "endpoint"|1 -1
summary "guncelleme"|-4 4
summary "id"|1 -1
summary "information"|-1 1
summary "item"|-1 1
summary "jour"|-2 2
summary "manager"|-1 1
summary "mark ..."|2 -2
summary "mark"|2 -2
summary "note"|3 -3
summary "o"|1 -1
summary "of"|2 -2
summary "only"|1 -1
summary "order"|2 -2
summary "parcour"|2 -2
summary "password"|2 -2
summary "photo"|2 -2
summary "point"|3 -3
summary "product"|2 -2
summary "profile"|-1 1
summary "put ..."|-1 1
summary "put"|-1 1
summary "set ..."|-1 1
summary "set"|-1 1
summary "specific"|-1 1
summary "statu"|-1 1
summary "task"|2 -2
summary "the"|1 -1
summary "to"|4 -4
summary "un"|2 -2
summary "une"|-1 1
summary "update ..."|-2 2
summary "update"|-3 3
summary "utente"|1 -1
summary "답변 ..."|1 -1
summary "답변"|1 -1
summary of a secret or a picture|7 -7
summary verb change|-4 4
summary verb create|2 -2
summary verb remove|2 -2`,
  },
};

const tables = new Map<string, Weighed>();

/** The weights of evidence for operations of a method; none for methods of which nothing was learned. */
export function weightsOf(method: string): Weighed {
  const known = tables.get(method);
  if (known !== undefined) return known;
  const { roles, lines } = LEARNED[method] ?? { roles: ['none' as const], lines: '' };
  const weights = lines.split('\n').map((line) => {
    const [text = '', numbers = ''] = line.split('|');
    return [text, numbers.split(' ').map((one) => Number(one) / 10)] as const;
  });
  const made = { roles, weights: new Map(weights) };
  tables.set(method, made);
  return made;
}
