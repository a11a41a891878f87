const PROBES = 4
/** Size limits of the filter: 8 KiB to 128 MiB. */
const BITS_MIN = 2 ** 16
const BITS_MAX = 2 ** 30

/**
 * Finds digests that occur more than once, in bounded memory. It is a Bloom filter of one bit for
 * each byte of the file, up to 128 MiB. Every repeated digest is found; a few false positives cost
 * only memory.
 */
export function createRepeatFinder(fileBytes: number) {
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(fileBytes, 1)))
  const bitCount = Math.min(Math.max(wanted, BITS_MIN), BITS_MAX)
  const bits = new Uint8Array(bitCount / 8)
  const repeated = new Set<string>()

  /** Marks a digest. Returns whether all of its bits were already set. */
  function mark(digest: Buffer): boolean {
    const start = digest.readUInt32LE(0)
    const step = digest.readUInt32LE(4)
    let wasMarked = true
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (start + Math.imul(step, probe)) & (bitCount - 1)
      const byte = bits[bit >>> 3] ?? 0
      const mask = 1 << (bit & 7)
      if ((byte & mask) === 0) {
        wasMarked = false
        bits[bit >>> 3] = byte | mask
      }
    }
    return wasMarked
  }
  return {
    add: (digest: Buffer): void => {
      if (mark(digest)) repeated.add(digest.toString('base64url'))
    },
    /** Every digest that was added more than once, plus possible false positives. */
    repeated,
  }
}
