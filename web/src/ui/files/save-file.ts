const KEPT_MS = 60_000

/** Saves a file through the browser. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // By then the browser has started to save it.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
