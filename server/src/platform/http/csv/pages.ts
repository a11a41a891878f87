/** Yields rows that are loaded at once as a single page. */
export async function* onePage<Row>(rows: Promise<readonly Row[]>) {
  yield await rows
}

/**
 * Yields all rows of a list page by page. Each page starts after the last row of the previous one,
 * so nothing is kept open in between. A page with fewer rows than `limit` is the last.
 */
export async function* pagesAfter<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  limit: number,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}

export async function* mapPages<From, To>(
  pages: AsyncIterable<readonly From[]>,
  toRows: (page: readonly From[]) => readonly To[] | Promise<readonly To[]>,
): AsyncGenerator<readonly To[]> {
  for await (const page of pages) yield await toRows(page)
}
