/** Rows that are there at once, as pages. */
export async function* onePage<Row>(rows: Promise<readonly Row[]>) {
  yield await rows
}

/**
 * All rows of a list in pages, each of them read behind the last row of the one before: nothing is
 * held open between them. A page that is not full is the last.
 */
export async function* pagesBehind<Row>(
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
