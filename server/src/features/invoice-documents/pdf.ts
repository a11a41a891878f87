import { Piscina } from 'piscina'
import type { InvoiceDocument } from './document.ts'

/**
 * A page takes a tenth of a second of computing, most of it to read the fonts, and the first of a
 * month thousands of pages. In a thread of their own they keep nobody waiting who records usage.
 */
const thread = new Piscina<InvoiceDocument, Uint8Array>({
  filename: new URL('./pdf-thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  // Enough for 20,000 lines; without it, rubbish is left lying until there is twice as much.
  resourceLimits: { maxOldGenerationSizeMb: 384 },
})

/** The name under which a browser saves it. */
export function pdfFileName({ number }: Pick<InvoiceDocument, 'number'>): string {
  return `Invoice-${number.replace(/[^\w.-]+/g, '-')}.pdf`
}

/** The invoice as a company would send it on paper. */
export async function renderInvoicePdf(document: InvoiceDocument): Promise<Buffer> {
  return Buffer.from(await thread.run(document))
}
