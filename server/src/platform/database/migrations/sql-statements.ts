/**
 * Matches one piece of SQL: a comment, a quoted text or name, a dollar quote, a semicolon, or any
 * other character. In E'' strings, quotes may be escaped by \.
 */
const PIECE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|;|[\s\S]/g

/** Splits an SQL file into its statements, in order, without the final semicolons. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let statement = ''
  let hasWords = false
  const finish = () => {
    if (hasWords) statements.push(statement.trim())
    statement = ''
    hasWords = false
  }
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece === ';') finish()
    else {
      statement += piece
      hasWords ||= !/^(--|\/\*|\s)/.test(piece)
    }
  }
  finish()
  return statements
}
