// This implements the few options of curl that the journey of the guides uses, for machines without curl: -s, -X, -H,
// -d and -F with a file.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

let method;
let url;
const headers = new Headers();
const texts = [];
const form = new FormData();
let parts = 0;

const words = process.argv.slice(2);
const next = () => words.shift() ?? '';
while (words.length > 0) {
  const word = next();
  if (word === '-s') continue;
  if (word === '-X') method = next();
  else if (word === '-d') texts.push(next());
  else if (word === '-H') {
    const [name, ...value] = next().split(':');
    headers.append(name, value.join(':').trim());
  } else if (word === '-F') {
    const [, name, file] = /^(\w+)=@(.+)$/.exec(next());
    form.append(name, new Blob([readFileSync(file)], { type: 'image/jpeg' }), basename(file));
    parts += 1;
  } else if (word.startsWith('-')) throw new Error(`curl ${word} is not known here`);
  else url = word;
}

const isForm = texts.length > 0 && !headers.has('Content-Type');
if (isForm) headers.set('Content-Type', 'application/x-www-form-urlencoded');
const body = parts > 0 ? form : texts.length > 0 ? texts.join('&') : undefined;
const answer = await fetch(url, { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, body });
process.stdout.write(await answer.text());
