import type { Db } from '../../../platform/database.ts'
import type { ZipEntry } from '../../../platform/http/zip.ts'
import { type DocumentConfig, getInvoiceDocument } from '../../delivery/documents/document.ts'
import { type PdfRenderer, pdfFileName } from '../../delivery/documents/pdf/pdf.ts'
import { listShownOfYear, type OfCustomer } from '../../invoices/shown/read.ts'

const READ_AT_ONCE = 50

export type ArchiveDeps = { db: Db; config: DocumentConfig; pdf: PdfRenderer }

/**
 * Yields the PDFs of the customer's visible invoices of a year, earliest first. Each is rendered
 * when it is requested, and no transaction is open in between.
 */
export async function* pdfsOfYear(
  { db, config, pdf }: ArchiveDeps,
  customer: OfCustomer,
  year: number,
): AsyncGenerator<ZipEntry> {
  const names = new Set<string>()
  for (let offset = 0; ; offset += READ_AT_ONCE) {
    const invoices = await listShownOfYear(db, customer, { year, limit: READ_AT_ONCE, offset })
    for (const invoice of invoices) {
      const document = await getInvoiceDocument(db, config, invoice)
      const name = freeName(pdfFileName(document), names)
      names.add(name)
      yield { name, content: await pdf.render(document) }
    }
    if (invoices.length < READ_AT_ONCE) return
  }
}

/** Numbers that differ only in signs that no file name has would share a name. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const stem = name.replace(/\.pdf$/, '')
  for (let count = 2; ; count += 1) {
    const other = `${stem}-${count}.pdf`
    if (!taken.has(other)) return other
  }
}
