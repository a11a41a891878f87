import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import { AppError } from '../../../../platform/errors.ts'
import type { InvoiceDocument } from '../document.ts'
import { createRenderQueue, type Urgency } from './render-queue.ts'

export type RenderOptions = { urgency?: Urgency; limitMs?: number }

export type PdfRenderer = {
  /**
   * Renders the invoice as a PDF. Rendering has a time limit, after which its thread is terminated,
   * so that it cannot block others permanently. A failed rendering is retried without the logo, the
   * only part that comes from a file. Recent documents are cached, so the email, the portal and the
   * payment link get identical bytes.
   */
  render: (document: InvoiceDocument, options?: RenderOptions) => Promise<Buffer>
  /** Terminates the thread; rendering in progress fails. */
  close: () => Promise<void>
}

/** Returns the file name for saving the PDF. */
export function pdfFileName({ number }: Pick<InvoiceDocument, 'number'>): string {
  return `Invoice-${number.replace(/[^\w.-]+/g, '-')}.pdf`
}

/** Holds a few hundred invoices. After a restart they are rendered again. */
const KEPT_BYTES = 16 * 1_024 * 1_024
/** More readers would wait too long. */
const READERS_MAX = 50
const RETRY_AFTER_SECONDS = 10

/** Many times longer than rendering takes on a slow machine. */
const LIMIT_MS = { page: 60_000, line: 20 }

/**
 * Creates a renderer with its own thread. A page takes a tenth of a second of computing, mostly to
 * read the fonts, and the first of a month needs thousands of pages. A separate thread keeps them
 * from delaying usage records.
 */
export function createPdfRenderer(): PdfRenderer {
  const thread = new Piscina<InvoiceDocument, Uint8Array>({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    // Enough for 20,000 lines. Without it, garbage may grow to twice as much.
    resourceLimits: { maxOldGenerationSizeMb: 384 },
  })
  /** Queued here, so that the time limit of each document starts with its rendering. */
  const queue = createRenderQueue(READERS_MAX)
  // The document contains all rendered content, so its digest identifies the PDF.
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
        queue.add(urgency, async () => {
          // Another request may have rendered it while this one waited.
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
