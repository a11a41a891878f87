/** A response is aborted after its caller has read nothing for this long. */
export const STALLED_MS = 5 * 60_000

/** Yields the parts of a response. Calls `stop` when the next part is not requested in time. */
export async function* whileTaken<Part>(
  parts: AsyncIterable<Part>,
  stalledMs: number,
  stop: () => void,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    const timer = setTimeout(stop, stalledMs)
    try {
      yield part
    } finally {
      clearTimeout(timer)
    }
  }
}
