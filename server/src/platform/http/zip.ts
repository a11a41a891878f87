import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Zip, ZipPassThrough } from 'fflate'
import { STALLED_MS, whileTaken } from './while-taken.ts'

export type ZipEntry = { name: string; content: Uint8Array }

/**
 * Sends files as one ZIP archive. The next file is read once the caller has received the last one,
 * so that memory holds one file at a time, and none is read after the caller disconnects. The first
 * file is read before sending, so that an error still gets a normal error response. A later error
 * breaks the connection, so that a partial archive is never mistaken for a complete one.
 */
export async function sendZip(
  reply: FastifyReply,
  { name, entries }: { name: string; entries: AsyncIterable<ZipEntry> },
): Promise<FastifyReply> {
  const parts = zipOf(entries)
  const first = await parts.next()
  reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`)
  if (reply.request.method === 'HEAD') {
    await parts.return(undefined)
    return reply.send()
  }
  const stop = () =>
    reply.raw.destroy(new Error(`the client read nothing for ${STALLED_MS / 1_000} s`))
  return reply.send(Readable.from(whileTaken(startingWith(first, parts), STALLED_MS, stop)))
}

/** Yields an archive in parts. The files are stored, because PDFs are already compressed. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    written.push(part)
  })
  for await (const { name, content } of entries) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    file.push(content, true)
    yield Buffer.concat(written.splice(0))
  }
  zip.end()
  yield Buffer.concat(written.splice(0))
}

async function* startingWith<Part>(
  first: IteratorResult<Part, unknown>,
  rest: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  try {
    if (first.done) return
    yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
