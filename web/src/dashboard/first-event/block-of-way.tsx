import { Anchor, Button, Code, Group, Tabs, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { DESCRIBED, type Way } from './ways.ts'

type Props = { ways: readonly Way[]; apiKey: string; isReady: boolean }

/** What to paste for each way in which an agent runs, with a button that copies it. */
export function BlockOfWay({ ways, apiKey, isReady }: Props) {
  const [way, setWay] = useState(ways[0])
  const choose = (name: string | null) => setWay(ways.find((one) => one === name) ?? way)
  return (
    <Tabs value={way ?? null} onChange={choose} keepMounted={false}>
      <Tabs.List aria-label="How your agents run">
        {ways.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {one}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map((one) => (
        <Tabs.Panel key={one} value={one} pt="sm">
          <Block way={one} apiKey={apiKey} isReady={isReady} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Block({ way, apiKey, isReady }: Omit<Props, 'ways'> & { way: Way }) {
  const { copied, copy } = useClipboard()
  const { about, guide, block } = DESCRIBED[way]
  const text = block({ origin: location.origin, key: apiKey })
  return (
    <>
      <Group justify="space-between" align="flex-end" gap="sm" mb="xs">
        <Text size="sm" flex="1 1 320px">
          {about}{' '}
          <Anchor href={`/docs/guides/${guide}`} underline="always" inherit>
            Guide
          </Anchor>
        </Text>
        <Button
          size="compact-sm"
          variant={isReady ? 'filled' : 'default'}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => copy(text)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </Group>
      <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
    </>
  )
}
