import { type Document, jsonOf, namesBelow, type Operation, type Schema } from '../document.ts'
import { type Resource, resourcesOfNode } from '../resources-of-node.ts'
import { pascalCase, quoted, snakeCase } from './names.ts'
import { ResourceWriter, schemasOf } from './resources.ts'
import { TypeWriter } from './types.ts'

const FOLDER = 'client-python/src/piecework'

/** Generates the types and resources of the Python client, by path from the root. */
export function pythonClient(text: string): Record<string, string> {
  const document: Document = JSON.parse(text)
  const resources = resourcesOfNode(document)
  const schemas = resources.flatMap(({ methods }) =>
    methods.map((method) => schemasOf(document, method)),
  )
  const messages = messagesOf(document)
  const sent = namesBelow(
    document,
    schemas.flatMap((one) => one.sent),
  )
  const received = namesBelow(document, [...schemas.flatMap((one) => one.received), ...messages])
  const types = new TypeWriter(document, sent)
  const writer = new ResourceWriter(document, types)
  const ofResources = resources.map((resource) => [
    `${FOLDER}/resources/${snakeCase(resource.name)}.py`,
    writer.lines(resource).join('\n'),
  ])
  return {
    [`${FOLDER}/types.py`]: typesModule(
      types.lines(new Set([...sent, ...received])),
      messages.map((schema) => types.typeOf(schema, false, 'Message')),
    ),
    [`${FOLDER}/resources/__init__.py`]: resourcesModule(resources, csvPaths(document)),
    ...Object.fromEntries(ofResources),
  }
}

function messagesOf({ webhooks = {} }: Document): Schema[] {
  return Object.values(webhooks).flatMap(({ post }) => jsonOf(post.requestBody?.content) ?? [])
}

function typesModule(lines: string[], messages: string[]): string {
  return [
    '"""Generated from openapi.json by npm run generate: bodies and answers of the API.',
    '',
    'A newer service may answer with fields and values that are not listed here.',
    '"""',
    '',
    'from __future__ import annotations',
    '',
    'from collections.abc import Sequence',
    'from datetime import date',
    'from typing import Any, Dict, List, Literal, TypedDict, Union',
    '',
    '#: A date or time of a request: as text in ISO 8601, or as a `date`. A `datetime` is a `date`,',
    '#: and needs a time zone.',
    'DateLike = Union[str, date]',
    ...lines,
    '',
    '',
    '#: What a webhook says, by its `type`. A newer service may send types that are not listed here.',
    'WebhookMessage = Union[',
    ...messages.map((name) => `    ${name},`),
    ']',
    '',
  ].join('\n')
}

function resourcesModule(resources: Resource[], paths: string[]): string {
  const classOf = (prefix: string, calls: string) => [
    '',
    '',
    `class ${prefix}Resources:`,
    '    """All operations that an API key may call, by resource."""',
    '',
    `    def __init__(self, calls: ${calls}) -> None:`,
    ...resources.map(
      ({ name }) => `        self.${snakeCase(name)} = ${prefix}${pascalCase(name)}(calls)`,
    ),
  ]
  return [
    '"""Generated from openapi.json by npm run generate: the operations of the API."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Literal',
    '',
    'from ..http.async_calls import AsyncCalls',
    'from ..http.calls import BlockingCalls',
    ...resources.map(({ name }) => {
      const title = pascalCase(name)
      return `from .${snakeCase(name)} import Async${title}, ${title}`
    }),
    '',
    '#: Paths that can also answer with CSV.',
    'CsvPath = Literal[',
    ...paths.map((path) => `    ${quoted(path)},`),
    ']',
    ...classOf('', 'BlockingCalls'),
    ...classOf('Async', 'AsyncCalls'),
    '',
  ].join('\n')
}

function csvPaths({ paths }: Document): string[] {
  const hasCsv = ({ responses }: Operation) => responses['200']?.content?.['text/csv'] !== undefined
  return Object.entries(paths).flatMap(([path, { get }]) => (get && hasCsv(get) ? [path] : []))
}
