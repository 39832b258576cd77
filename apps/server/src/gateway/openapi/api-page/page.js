// Reads the OpenAPI description and lists its calls. Text is set as text, never as HTML.

const calls = document.getElementById('calls');
const search = document.getElementById('search');
const count = document.getElementById('count');

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className !== undefined) made.className = className;
  return made;
}

function table(headings, rows) {
  const made = element('table');
  const head = made.createTHead().insertRow();
  for (const heading of headings) {
    const cell = element('th', heading);
    cell.scope = 'col';
    head.append(cell);
  }
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const text of row) line.append(element('td', text));
  }
  return made;
}

function ruleOf(schema) {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  if (schema.pattern) return schema.pattern;
  if (schema.maxLength) return `${schema.minLength ?? 0} to ${schema.maxLength} characters`;
  return schema.type ?? '';
}

function inputRows(call, whole) {
  if (call.parameters)
    return call.parameters.map((field) => [
      field.name,
      field.required ? 'yes' : 'no',
      field.description,
      ruleOf(field.schema),
    ]);
  const schema = whole(call.requestBody?.content['application/x-www-form-urlencoded'].schema ?? {});
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    required.has(name) ? 'yes' : 'no',
    field.description,
    ruleOf(field),
  ]);
}

/** The fields of an answer with what they mean; those of an object inside stand behind its name. */
function answerRows(schema, whole, before = '') {
  const object = whole(schema.items ?? schema);
  return Object.entries(object.properties ?? {}).flatMap(([name, field]) => [
    [before + name, field.description ?? '', field['x-unit'] ?? '', String(field.examples?.[0] ?? '')],
    ...answerRows(field, whole, `${before}${name}.`),
  ]);
}

function detailsOf(path, method, call, whole) {
  const details = element('details');
  const summary = element('summary');
  summary.append(
    element('code', `${method.toUpperCase()} ${path}`),
    document.createTextNode(` ${call.summary}`),
  );
  const facts = `${call.operationId}: ${call['x-effect'] === 'command' ? 'changes something' : 'reads only'}, ${
    call['x-role'] === 'customer' ? 'needs a session' : 'open to everybody'
  }${call['x-api-key'] ? `; a key with the scope ${call['x-api-key']} may make it` : ''}`;
  const rows = inputRows(call, whole);
  details.append(summary, element('p', facts, 'quiet'), element('h3', 'Fields'));
  details.append(
    rows.length === 0 ? element('p', 'None.') : table(['Field', 'Needed', 'Means', 'Rule'], rows),
  );
  const answer = call.responses['200'] ? whole(call.responses['200'].content['application/json'].schema) : {};
  const answered = answer.properties ? answerRows(answer.properties.data, whole) : [];
  if (answered.length > 0)
    details.append(
      element('h3', 'data of the answer'),
      table(['Field', 'Means', 'Unit', 'Example'], answered),
    );
  const refusals = (call['x-refusals'] ?? []).map((refusal) => [
    String(refusal.code),
    refusal.reason,
    refusal.msg,
    refusal.fix,
  ]);
  details.append(element('h3', 'Refusals'), table(['Code', 'Reason', 'Says', 'To mend it'], refusals));
  return details;
}

function show(entries) {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of entries) {
    const matches = words.every((word) => entry.text.includes(word));
    entry.details.hidden = !matches;
    if (matches) shown += 1;
  }
  count.textContent = `${shown} of ${entries.length} calls`;
}

const example = await fetch('/api/example.mjs');
document.getElementById('example').textContent = await example.text();

const response = await fetch('/ipop-api/openapi.json');
const description = await response.json();
document.getElementById('intro').textContent = description.info.description;
/** A schema itself, where another one is referred to by its name. */
const whole = (schema) =>
  schema.$ref ? description.components.schemas[schema.$ref.split('/').at(-1)] : schema;
const entries = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) => ({
    details: detailsOf(`/ipop-api${path}`, method, call, whole),
    text: JSON.stringify([
      path,
      method,
      call.operationId,
      call.description,
      call['x-refusals'],
    ]).toLowerCase(),
  })),
);
calls.replaceChildren(...entries.map((entry) => entry.details));
search.addEventListener('input', () => show(entries));
show(entries);
