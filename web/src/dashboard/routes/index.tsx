import { Anchor, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Centered } from '../../ui/layout/centered.tsx'

export const Route = createFileRoute('/')({ component: Welcome })

function Welcome() {
  return (
    <Centered title="Piecework is running">
      <Text>
        Everything it can do is in the{' '}
        <Anchor href="/docs" underline="always">
          reference of its API
        </Anchor>
        .
      </Text>
    </Centered>
  )
}
