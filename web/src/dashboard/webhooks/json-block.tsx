import { CopyText } from '../../ui/values/copy-text.tsx'

type Props = { text: string; label: string }

/** JSON with indentation; it is copied as it is sent, to the byte. */
export function JsonBlock({ text, label }: Props) {
  return <CopyText text={text} shown={indented(text)} label={label} isBlock />
}

/** Returns JSON with indentation, and any other text unchanged. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
