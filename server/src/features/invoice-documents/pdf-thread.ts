import pdfmake from 'pdfmake'
import type { InvoiceDocument } from './document.ts'
import { FONT_FILES, FONTS } from './fonts.ts'
import { definitionOf } from './pdf-definition.ts'

pdfmake.setFonts(FONTS)
pdfmake.setLocalAccessPolicy((path) => FONT_FILES.has(path))
pdfmake.setUrlAccessPolicy(() => false)

/** What the thread of `renderInvoicePdf` does. */
export default async function drawInvoice(document: InvoiceDocument): Promise<Uint8Array> {
  const { logo } = document.seller
  if (logo === null) return draw(document)
  try {
    return await draw(document)
  } catch {
    // A picture can be broken behind its first bytes; without it the invoice is still one.
    return draw({ ...document, seller: { ...document.seller, logo: null } })
  }
}

function draw(document: InvoiceDocument): Promise<Uint8Array> {
  return pdfmake.createPdf(definitionOf(document)).getBuffer()
}
