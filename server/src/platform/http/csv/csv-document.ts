import { headingsOf, type TableShape } from './csv-table.ts'
import { csvLine } from './csv-text.ts'

/** Describes the tables of a CSV response for the API document. */
export function csvContent(tables: readonly TableShape[]) {
  const lists = tables.map((table) => {
    const headings = headingsOf(table).map((heading) => `\`${heading}\``)
    const title = tables.length === 1 ? '' : `**${table.name}**: `
    return `${title}${headings.join(', ')}.`
  })
  const [usual] = tables
  return {
    schema: {
      type: 'string',
      description: [
        'All rows, without pages: UTF-8, with a header row of the JSON field names.',
        ...lists,
      ].join('\n\n'),
    },
    ...(usual && { example: csvLine(headingsOf(usual)) }),
  }
}
