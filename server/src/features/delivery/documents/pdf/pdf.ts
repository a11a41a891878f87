import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import type { InvoiceDocument } from '../document.ts'

export type PdfRenderer = {
  /**
   * The invoice as a company would send it on paper. One that is not drawn in time is given up and its
   * thread ended, so that it keeps nobody else's waiting for ever; before that it is tried without
   * its picture, the only part that comes as a file.
   */
  render: (document: InvoiceDocument, limitMs?: number) => Promise<Buffer>
  /** Ends the thread; what is being drawn fails. */
  close: () => Promise<void>
}

/** The name under which a browser saves it. */
export function pdfFileName({ number }: Pick<InvoiceDocument, 'number'>): string {
  return `Invoice-${number.replace(/[^\w.-]+/g, '-')}.pdf`
}

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
  const turn = pLimit(1)

  function draw(document: InvoiceDocument, limitMs: number): Promise<Buffer> {
    return turn(async () => {
      const signal = AbortSignal.timeout(limitMs)
      return Buffer.from(await thread.run(document, { signal }))
    })
  }
  return {
    render: async (document, limitMs = LIMIT_MS.page + LIMIT_MS.line * document.lines.length) => {
      try {
        return await draw(document, limitMs)
      } catch (error) {
        if (document.seller.logo === null) throw error
        return draw({ ...document, seller: { ...document.seller, logo: null } }, limitMs)
      }
    },
    close: () => thread.destroy(),
  }
}
