import { Anchor, Text } from '@mantine/core'
import { Centered } from './centered.tsx'

export function NotFound() {
  return (
    <Centered title="Page not found">
      <Text>The address may be mistyped, or the page no longer exists.</Text>
      <Anchor href="/">Go to the start page</Anchor>
    </Centered>
  )
}
