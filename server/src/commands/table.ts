/** Renders a table with headings. Line breaks inside cells become spaces. */
export function tableOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')))
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((row) => row[column]?.length ?? 0)),
  )
  return lines
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
