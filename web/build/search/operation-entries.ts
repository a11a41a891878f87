import { excerptOf } from './excerpt.ts'
import type { NewEntry } from './guide-entries.ts'

type Operation = { summary?: string; description?: string; operationId?: string; tags?: string[] }
type Document = { paths: Record<string, Record<string, Operation>> }

/** Returns the operations of the API document. */
export function operationEntries({ paths }: Document): NewEntry[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const page = `${method.toUpperCase()} ${path}`
      const { summary = page, description = '', operationId = '', tags = [] } = operation
      return {
        page,
        heading: summary,
        url: `/docs/#tag/${(tags[0] ?? '').toLowerCase().replaceAll(' ', '-')}/${method.toUpperCase()}${path}`,
        excerpt: excerptOf(description.replaceAll('`', '')),
        text: `${operationId} ${description}`,
      }
    }),
  )
}
