import { zipSync } from 'fflate'

/** Packs files with unique names without compression, because PDFs are already compressed. */
export async function zipOf(name: string, files: readonly File[]): Promise<File> {
  const entries = await Promise.all(
    files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const),
  )
  const packed = zipSync(Object.fromEntries(entries), { level: 0 })
  return new File([packed], name, { type: 'application/zip' })
}
