/**
 * What stands between two semicolons that end a statement: comments, quoted text and names, dollar
 * quotes, and everything else. E'' strings are quoted text whose quotes may be escaped by \.
 */
const PIECE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([A-Za-z_]\w*)?\$[\s\S]*?\$\1\$|;|[\s\S]/g

/** The statements of an SQL file, in order, without the semicolons that end them. */
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
