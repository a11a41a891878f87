import { Anchor } from '@mantine/core'

type Props = { name: string; onPick: (() => void) | undefined }

/** The name of a row; a click filters by it if the figures support that. */
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
