import { Anchor } from '@mantine/core'

type Props = { name: string; onPick: (() => void) | undefined }

/** The name of a row; where the figures can be filtered by it, it does so. */
export function NameFilter({ name, onPick }: Props) {
  if (onPick === undefined) return <span title={name}>{name}</span>
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      title={`Only ${name}`}
      maw="100%"
      truncate
      ta="left"
      onClick={onPick}
    >
      {name}
    </Anchor>
  )
}
