/** Finds the tables that a source file writes, from its Kysely calls and its SQL. */

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const CALL = /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:['"`](\w+))?/g
const STATEMENT =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|update|truncate(?:\s+table)?)\s+(?:only\s+)?(?:(\w+)|\$\{)/gi
const COPY = /\bcopy\s+(?:(\w+)\s*\([^)]*\)|\$\{[^`]*?\})\s*from\b/gi

export type TableWrites = {
  tables: Set<string>
  /** Statements that do not name their table in place, so that it cannot be determined. */
  unreadable: string[]
}

export function tableWrites(source: string, known: ReadonlySet<string>): TableWrites {
  const code = source.replace(COMMENT, '')
  const tables = new Set<string>()
  const unreadable: string[] = []
  for (const pattern of [CALL, STATEMENT, COPY]) {
    for (const [text, name] of code.matchAll(pattern)) {
      const table = name && snakeCase(name)
      if (table === undefined) unreadable.push(text.replace(/\s+/g, ' '))
      // Prose and `for update of` name no table.
      else if (known.has(table)) tables.add(table)
    }
  }
  return { tables, unreadable }
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
