import {
  answerOf,
  type Document,
  jsonOf,
  queryOf,
  resolved,
  type Schema,
  takesVersion,
} from '../document.ts'
import { type Method, type Resource, VERB_OF } from '../resources-of-node.ts'
import { docstring, pascalCase, quoted, snakeCase } from './names.ts'
import { dated, type TypeWriter } from './types.ts'

/** Returns the schemas that a method sends, and those that it receives. */
export function schemasOf(document: Document, { operation }: Method) {
  const body = jsonOf(operation.requestBody?.content)
  const query = queryOf(document, operation).map(({ schema }) => schema)
  const answer = answerOf(operation)
  return { sent: [...query, ...(body ? [body] : [])], received: answer ? [answer] : [] }
}

type Argument = { name: string; type: string; value: string; isRequired: boolean }

/** Writes the module of one resource, with a class for each of the two clients. */
export class ResourceWriter {
  readonly #document: Document
  readonly #types: TypeWriter

  constructor(document: Document, types: TypeWriter) {
    this.#document = document
    this.#types = types
  }

  lines({ name, methods }: Resource): string[] {
    const title = pascalCase(name)
    const classes = [
      ...this.#class(title, 'BlockingCalls', methods, false),
      ...this.#class(`Async${title}`, 'AsyncCalls', methods, true),
    ]
    const text = classes.join('\n').replace(/"""[\s\S]*?"""/g, '')
    const used = (names: string[]) => names.filter((one) => new RegExp(`\\b${one}\\b`).test(text))
    const from = (module: string, names: string[]) =>
      used(names).length === 0 ? [] : [`from ${module} import ${used(names).join(', ')}`]
    return [
      `"""Generated from openapi.json by npm run generate: the operations of \`${snakeCase(name)}\`."""`,
      '',
      'from __future__ import annotations',
      '',
      ...from('collections.abc', ['Sequence']),
      `from typing import ${['TYPE_CHECKING', ...used(['Any', 'Dict', 'Literal', 'Optional', 'Union'])].join(', ')}`,
      '',
      ...from('..http.async_calls', ['AsyncCalls']),
      ...from('..http.attempts', ['Options']),
      ...from('..http.body', ['listed']),
      ...from('..http.calls', ['BlockingCalls', 'bytes_call', 'json_call', 'text_call']),
      ...from('..http.headers', ['ExtraHeaders']),
      ...from('..http.listing', ['AsyncList', 'List']),
      ...from('..keyed_record', ['with_key']),
      '',
      'if TYPE_CHECKING:',
      '    from .. import types as api',
      ...classes,
      '',
    ]
  }

  #class(title: string, calls: string, methods: Method[], isAsync: boolean): string[] {
    return [
      '',
      '',
      `class ${title}:`,
      `    def __init__(self, calls: ${calls}) -> None:`,
      '        self._calls = calls',
      ...methods.flatMap((method) => ['', ...this.#method(method, isAsync)]),
    ]
  }

  #method(method: Method, isAsync: boolean): string[] {
    const { name, kind, operation } = method
    const ids = [...method.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id)
    const body = this.#body(method)
    const query = this.#query(method)
    const text = [
      operation.summary && `${operation.summary}.`,
      operation.description,
      this.#itemsText(method),
      this.#filtersText(method),
    ]
    const isList = kind === 'list'
    const start = isAsync && !isList ? 'async def' : 'def'
    const parameters = [
      'self,',
      ...ids.map((id) => `${snakeCase(id)}: str,`),
      ...body.map((one) => `${one.name}: ${one.type},`),
      '*,',
      ...query.map(({ name: own, type, isRequired }) =>
        isRequired ? `${own}: ${type},` : `${own}: Optional[${type}] = None,`,
      ),
      'timeout: Optional[float] = None,',
      'max_retries: Optional[int] = None,',
      'request_id: Optional[str] = None,',
      'headers: Optional[ExtraHeaders] = None,',
      ...(kind === 'post' ? ['idempotency_key: Optional[str] = None,'] : []),
      ...(takesVersion(this.#document, operation) ? ['if_match: Optional[int] = None,'] : []),
    ]
    return [
      `    ${start} ${snakeCase(name)}(`,
      ...parameters.map((line) => `        ${line}`),
      `    ) -> ${this.#answer(method, isAsync)}:`,
      ...docstring(text.filter(Boolean).join('\n\n'), 8),
      ...this.#inside(method, { ids, query, body }, isAsync),
    ]
  }

  /** Names the field with the items, for an answer that is not a list of pages. */
  #itemsText({ kind, operation }: Method): string | undefined {
    const answer = kind === 'get' ? answerOf(operation) : undefined
    const { properties = {} } = answer ? resolved(this.#document, answer) : {}
    const field = ['results', 'data'].find((one) => properties[one]?.type === 'array')
    return field && `All items are in \`${field}\` of the answer.`
  }

  #filtersText({ operation }: Method): string | undefined {
    const lines = queryOf(this.#document, operation).flatMap(({ name, description, schema }) => {
      const text = description ?? schema.description
      return text === undefined ? [] : [`- \`${snakeCase(name)}\`: ${text.replaceAll('\n', ' ')}`]
    })
    return lines.length === 0 ? undefined : lines.join('\n')
  }

  #inside(
    { kind, path, operation }: Method,
    { ids, query, body }: { ids: string[]; query: Argument[]; body: Argument[] },
    isAsync: boolean,
  ): string[] {
    const givenKey = kind === 'post' ? ', idempotency_key' : ''
    const givenVersion = takesVersion(this.#document, operation) ? ', if_match=if_match' : ''
    const given = givenKey + givenVersion
    const pairs = query.map(({ name, value }) => `            ${value}: ${name},`)
    const filters = pairs.length === 0 ? ['        query: Dict[str, Any] = {}'] : []
    if (pairs.length > 0) filters.push('        query: Dict[str, Any] = {', ...pairs, '        }')
    const inPath = `{${ids.map((id) => `${quoted(id)}: ${snakeCase(id)}`).join(', ')}}`
    const lines = [
      ...filters,
      `        options = Options(timeout, max_retries, request_id, headers${given})`,
      `        path = ${quoted(path)}`,
      `        ids: Dict[str, Any] = ${inPath}`,
    ]
    if (kind === 'list')
      return [...lines, '        return self._calls.list(path, ids, query, options)']
    const [sent] = body
    if (sent && sent.value !== 'body') lines.push(`        sent = ${sent.value}`)
    const named = sent?.value === 'body' ? 'body' : 'sent'
    const values = sent ? `, ${named}, options` : ', options=options'
    const made =
      kind === 'bytes' || kind === 'text'
        ? `${kind}_call(path, ids, query, options)`
        : `json_call(${quoted(VERB_OF[kind].toUpperCase())}, path, ids, query${values})`
    const call = `${isAsync ? 'await ' : ''}self._calls.call(call)`
    return [...lines, `        call = ${made}`, `        return ${call}`]
  }

  #answer(method: Method, isAsync: boolean): string {
    const { kind, operation } = method
    if (kind === 'bytes') return 'bytes'
    if (kind === 'text') return 'str'
    const schema = answerOf(operation)
    if (schema === undefined) return 'None'
    const type = this.#type(schema, false, 'Answer')
    if (kind !== 'list') return type
    return `${isAsync ? 'AsyncList' : 'List'}[${type}, ${this.#item(schema)}]`
  }

  #item(page: Schema): string {
    const { type, items, properties } = resolved(this.#document, page)
    const list = type === 'array' ? items : (properties?.results ?? properties?.data)?.items
    return list ? this.#type(list, false, 'Item') : 'Any'
  }

  #query({ operation }: Method): Argument[] {
    return queryOf(this.#document, operation).map(({ name, schema, required = false }) => ({
      name: snakeCase(name),
      type: this.#queryType(name, schema),
      value: quoted(name),
      isRequired: required,
    }))
  }

  #queryType(name: string, schema: Schema): string {
    const type = dated(name, this.#type(schema, true, pascalCase(name)), true)
    return type.replace(/\bDateLike\b/, 'api.DateLike')
  }

  /** Returns the argument of the body. A body with one list is that list. */
  #body({ operation }: Method): Argument[] {
    const schema = jsonOf(operation.requestBody?.content)
    if (schema === undefined) return []
    const { properties = {} } = resolved(this.#document, schema)
    const [[field, inside] = [], ...others] = Object.entries(properties)
    if (field && inside?.type === 'array' && others.length === 0) {
      const type = this.#type(inside, true, 'Body')
      const name = snakeCase(field)
      // Each record has a key, so that retries count nothing twice.
      const isRecording = operation.operationId === 'recordUsage'
      const items = `listed(${quoted(name)}, ${name})`
      const value = isRecording ? `[with_key(record) for record in ${items}]` : items
      return [{ name, type, value: `{${quoted(field)}: ${value}}`, isRequired: true }]
    }
    const type = this.#type(schema, true, 'Body')
    const isRequired = operation.requestBody?.required !== false
    return isRequired
      ? [{ name: 'body', type, value: 'body', isRequired }]
      : [{ name: 'body', type: `Optional[${type}] = None`, value: 'body or {}', isRequired }]
  }

  /** Returns a type of the module `types`; a resource may have a method with that name. */
  #type(schema: Schema, isSent: boolean, name: string): string {
    const type = this.#types.typeOf(schema, isSent, name)
    const qualified = type.replace(/"[^"]*"|\b[A-Z]\w*\b/g, (one) =>
      one.startsWith('"') || TYPING.has(one) ? one : `api.${one}`,
    )
    // `List` is a list of the API here, and `list` a method.
    return qualified.replace(/\bList\[/g, 'Sequence[')
  }
}

const TYPING = new Set(['Any', 'Dict', 'List', 'Literal', 'None', 'Optional', 'Sequence', 'Union'])
