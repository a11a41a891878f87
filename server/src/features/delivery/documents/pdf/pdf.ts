import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import { AppError } from '../../../../platform/errors.ts'
import type { InvoiceDocument } from '../document.ts'
import { createTurns, type Urgency } from './turns.ts'

export type RenderOptions = { urgency?: Urgency; limitMs?: number }

export type PdfRenderer = {
  /**
   * The invoice as a company would send it on paper. One that is not drawn in time is given up and its
   * thread ended, so that it keeps nobody else's waiting for ever; before that it is tried without
   * its picture, the only part that comes as a file. A document that was drawn before is not drawn again
   * while it is among the latest: it has the same bytes for the mail, the portal and the payment link.
   */
  render: (document: InvoiceDocument, options?: RenderOptions) => Promise<Buffer>
  /** Ends the thread; what is being drawn fails. */
  close: () => Promise<void>
}

/** The name under which a browser saves it. */
export function pdfFileName({ number }: Pick<InvoiceDocument, 'number'>): string {
  return `Invoice-${number.replace(/[^\w.-]+/g, '-')}.pdf`
}

/** A few hundred invoices. A process that was killed draws them again. */
const KEPT_BYTES = 16 * 1_024 * 1_024
/** More would wait for longer than a person does. */
const READERS_MAX = 50
const RETRY_AFTER_SECONDS = 10

/** Many times what it takes on a slow machine. */
const LIMIT_MS = { page: 20_000, line: 20 }

/**
 * A page takes a tenth of a second of computing, most of it to read the fonts, and the first of a
 * month thousands of pages. In a thread of their own they keep nobody waiting who records usage.
 */
export function createPdfRenderer(): PdfRenderer {
  const thread = new Piscina<InvoiceDocument, Uint8Array>({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    // Enough for 20,000 lines; without it, rubbish is left lying until there is twice as much.
    resourceLimits: { maxOldGenerationSizeMb: 384 },
  })
  /** One after the other here, so that the time of each counts from when it is drawn. */
  const turns = createTurns(READERS_MAX)
  // Everything that is drawn is in the document, so its digest names what was drawn.
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => Math.max(byteLength, 1),
  })

  async function draw(document: InvoiceDocument, limitMs: number): Promise<Buffer> {
    const signal = AbortSignal.timeout(limitMs)
    return Buffer.from(await thread.run(document, { signal }))
  }

  async function drawPatiently(document: InvoiceDocument, limitMs: number): Promise<Buffer> {
    try {
      return await draw(document, limitMs)
    } catch (error) {
      if (document.seller.logo === null) throw error
      return draw({ ...document, seller: { ...document.seller, logo: null } }, limitMs)
    }
  }
  return {
    render: async (document, { urgency = 'reader', limitMs = limitOf(document) } = {}) => {
      const name = hash('sha256', JSON.stringify(document))
      const drawn =
        kept.get(name) ??
        turns.take(urgency, async () => {
          // It may have been drawn while this one waited.
          const pdf = kept.get(name) ?? (await drawPatiently(document, limitMs))
          kept.set(name, pdf)
          return pdf
        })
      if (drawn) return drawn
      throw new AppError('unavailable', 'Too many documents are being generated; retry shortly', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    },
    close: () => thread.destroy(),
  }
}

const limitOf = ({ lines }: InvoiceDocument) => LIMIT_MS.page + LIMIT_MS.line * lines.length
