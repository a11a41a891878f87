import pdfmake from 'pdfmake'
import { hasSoundChunks, isPng } from '../../../organizations/picture.ts'
import type { InvoiceDocument } from '../document.ts'
import { inlineLogo } from '../logo.ts'
import { definitionOf } from './definition.ts'
import { FONT_FILES, FONTS } from './fonts/fonts.ts'
import { tagRendering } from './tags/tagged-rendering.ts'

tagRendering()
pdfmake.setFonts(FONTS)
pdfmake.setLocalAccessPolicy((path) => FONT_FILES.has(path))
pdfmake.setUrlAccessPolicy(() => false)

/** Renders an invoice in the PDF thread; throws when the logo cannot be drawn. */
export default async function drawInvoice(document: InvoiceDocument): Promise<Uint8Array> {
  const { logo } = document.seller
  // Also checked when the logo is set, but older logos may precede the current check.
  const isSound = logo === null || isDrawable(logo)
  const seller = isSound ? document.seller : { ...document.seller, logo: null }
  return pdfmake.createPdf(definitionOf({ ...document, seller })).getBuffer()
}

function isDrawable(logo: string): boolean {
  const { content } = inlineLogo(logo) ?? {}
  return content !== undefined && (!isPng(content) || hasSoundChunks(content))
}
