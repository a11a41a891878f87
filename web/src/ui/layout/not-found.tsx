import { Anchor, Text } from '@mantine/core'
import { Centered } from './centered.tsx'

export function NotFound() {
  return (
    <Centered title="There is no such page">
      <Text>The address may be mistyped, or what was here is gone.</Text>
      <Anchor href="/">Go to the start</Anchor>
    </Centered>
  )
}
