// The reference of the doors, from their docstrings: each thing that a door exports, with what is
// said of it and its declaration. Read from the text of the sources alone, by the parser of
// TypeScript 5, since that of 7 is not offered to programs.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const DOORS = ['index', 'node', 'msw', 'vite', 'vitest', 'playwright', 'verify'];
/** How long a declaration may be that is printed whole, in characters. */
const DECLARATION_MAX = 3000;

const INTRO = `<!-- Made by "npm run docs" from the docstrings of src: change them there. -->

# Reference of the doors

A door is a module of the package that programs import. Each section lists the exports of one door, and marks those that are only types. Types that an export
uses but no door exports are at the end. How to use the doors: [Getting started for frontend developers](frontend.md). Example projects to copy:
[examples](../examples).
`;

/** Returns the page, and the exports that have no docstring. */
export function makeReference() {
  const sources = new Map();
  const parsed = (file) => {
    if (!sources.has(file)) {
      sources.set(
        file,
        ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true),
      );
    }
    return sources.get(file);
  };
  const doors = DOORS.map((door) => ({
    door,
    things: exportsOf(join(root, 'src', `${door}.ts`), parsed),
  }));
  const exported = doors.flatMap(({ things }) => things);
  const named = new Map(exported.map(({ inner, outer }) => [inner, outer]));
  const behind = behindOf(exported, parsed);
  const bare = exported
    .filter(({ node }) => docOf(node) === '')
    .map(({ outer, file }) => `${outer} in ${relative(root, file)}`);
  const sections = doors.map(({ door, things }) => {
    const name = door === 'index' ? 'standin' : `standin/${door}`;
    const about = headOf(parsed(join(root, 'src', `${door}.ts`)));
    return `## \`${name}\`\n\n${about}\n\n${things.map((thing) => tell(thing, named)).join('\n')}`;
  });
  const last = `## Types that these name\n\n${behind.map((thing) => tell(thing, named)).join('\n')}`;
  return { text: `${[INTRO, ...sections, last].join('\n')}`, bare };
}

/** What a door exports, with the node that declares it. */
function exportsOf(file, parsed) {
  return parsed(file)
    .statements.filter(ts.isExportDeclaration)
    .flatMap((statement) => {
      const from = join(dirname(file), statement.moduleSpecifier.text);
      return statement.exportClause.elements.map((element) => {
        const inner = (element.propertyName ?? element.name).text;
        const node = declarationOf(parsed(from), inner);
        if (node === null) throw new Error(`${inner} is not declared in ${from}`);
        return { inner, outer: element.name.text, file: from, node, isType: statement.isTypeOnly };
      });
    });
}

function declarationOf(source, name) {
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      if (statement.declarationList.declarations.some((one) => one.name.getText() === name))
        return statement;
    } else if (statement.name?.text === name) return statement;
  }
  return null;
}

/** The types that declarations name and no door exports, and those that these name. */
function behindOf(exported, parsed) {
  const known = new Set(exported.map(({ inner }) => inner));
  const found = [];
  const waiting = [...exported];
  while (waiting.length > 0) {
    const { node, file } = waiting.shift();
    for (const name of typesIn(node)) {
      if (known.has(name)) continue;
      const place = placeOf(name, file, parsed);
      if (place === null) continue;
      known.add(name);
      const thing = {
        inner: name,
        outer: name,
        ...place,
        isType: !ts.isVariableStatement(place.node),
        isBehind: true,
      };
      found.push(thing);
      // The members of a class are its own business.
      if (!ts.isClassDeclaration(place.node)) waiting.push(thing);
    }
  }
  return found.sort((one, other) => one.outer.localeCompare(other.outer, 'en'));
}

/** The names of types in what a reader sees of a declaration. */
function typesIn(node) {
  const names = new Set();
  const visit = (one) => {
    if (ts.isBlock(one) || isHidden(one)) return;
    if (ts.isTypeReferenceNode(one)) names.add(one.typeName.getText().split('.')[0]);
    if (ts.isTypeQueryNode(one)) names.add(one.exprName.getText());
    if (ts.isExpressionWithTypeArguments(one)) names.add(one.expression.getText());
    if (ts.isVariableStatement(one)) return;
    ts.forEachChild(one, visit);
  };
  visit(node);
  return names;
}

function placeOf(name, file, parsed) {
  const own = declarationOf(parsed(file), name);
  if (own !== null) return { node: own, file };
  for (const statement of parsed(file).statements.filter(ts.isImportDeclaration)) {
    const elements = statement.importClause?.namedBindings?.elements ?? [];
    const element = elements.find((one) => one.name.text === name);
    if (element === undefined || !statement.moduleSpecifier.text.startsWith('.')) continue;
    const from = join(dirname(file), statement.moduleSpecifier.text);
    const node = declarationOf(parsed(from), (element.propertyName ?? element.name).text);
    return node === null ? null : { node, file: from };
  }
  return null;
}

function tell({ node, outer, isType, isBehind }, named) {
  const doc = docOf(node);
  const declaration = renamed(textOf(node), named);
  const isLong = declaration.length > DECLARATION_MAX || (isBehind && ts.isClassDeclaration(node));
  const code = isLong ? '' : `\n\`\`\`ts not-run=declaration\n${declaration}\n\`\`\`\n`;
  return `### \`${outer}\`${isType ? ' (type)' : ''}\n${doc === '' ? '' : `\n${doc}\n`}${code}`;
}

/** The declaration without `export`, bodies and what is private. */
function textOf(node) {
  if (ts.isFunctionDeclaration(node)) return `${cut(node, node.getStart(), node.body.getStart())};`;
  if (ts.isVariableStatement(node)) return variableOf(node);
  if (ts.isClassDeclaration(node)) return classOf(node);
  return cut(node, node.getStart(), node.getEnd());
}

function cut(node, from, to) {
  return node
    .getSourceFile()
    .text.slice(from, to)
    .trim()
    .replace(/^export /, '')
    .replace(/^async /, '');
}

function variableOf(node) {
  const [{ name, type, initializer }] = node.declarationList.declarations;
  return `const ${name.getText()}${type === undefined ? '' : `: ${type.getText()}`}${type === undefined ? ` = ${initializer.getText()}` : ''};`;
}

function classOf(node) {
  const members = node.members
    .filter((member) => !isHidden(member))
    .map((member) => {
      const doc = rawDocOf(member);
      const end = member.body?.getStart() ?? member.getEnd();
      return `  ${doc === '' ? '' : `${doc}\n  `}${cut(member, member.getStart(), end).replace(/;?$/, ';')}`;
    });
  const head = cut(node, node.getStart(), node.members.pos).replace(/\{$/, '{');
  return `${head}\n${members.join('\n')}\n}`;
}

function isHidden(member) {
  return member.name !== undefined && ts.isPrivateIdentifier(member.name)
    ? true
    : (member.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
}

/** The names that programs know, in the place of those inside. */
function renamed(text, named) {
  return text.replaceAll(/\b[A-Za-z]\w*\b/g, (word) => named.get(word) ?? word);
}

function rawDocOf(node) {
  const [last] = (ts.getJSDocCommentsAndTags(node) ?? []).filter(ts.isJSDoc).slice(-1);
  return last === undefined ? '' : last.getText();
}

function docOf(node) {
  const raw = rawDocOf(node);
  return raw
    .replace(/^\/\*\*\s?/, '')
    .replace(/\s*\*\/$/, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .trim();
}

/** What the first lines of a file say of it. */
function headOf(source) {
  const lines = source.text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}
