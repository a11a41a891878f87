import type { Document } from './document.ts'
import { snakeCase } from './python/names.ts'
import { resourcesOfNode } from './resources-of-node.ts'

/**
 * Returns the document with descriptions that name the methods of a client instead of the ids of
 * operations, such as `invoices.generate` for `generateInvoice`.
 */
export function withMethodNames(text: string, client: 'node' | 'python'): string {
  const named = client === 'node' ? (name: string) => name : snakeCase
  const document: Document = JSON.parse(text)
  const methods = new Map<string, string>()
  for (const { name: resource, methods: ofResource } of resourcesOfNode(document)) {
    for (const { name, operation } of ofResource) {
      methods.set(operation.operationId, `\`${named(resource)}.${named(name)}\``)
    }
  }
  // An id of one word, such as `verify`, is a word of descriptions too.
  const ids = [...methods.keys()].filter((id) => /[A-Z]/.test(id))
  const idsInText = new RegExp(`\`?\\b(${ids.join('|')})\\b\`?`, 'g')
  const renamed = (description: string) =>
    description.replace(idsInText, (_all, id: string) => methods.get(id) ?? id)
  return JSON.stringify(
    JSON.parse(text, (key, value) =>
      key === 'description' && typeof value === 'string' ? renamed(value) : value,
    ),
  )
}
