import { Group, Text } from '@mantine/core'
import classes from './shell.module.css'

/** Matches logos as the service accepts them; no other text becomes an image URL. */
const PICTURE = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=]+$/

type Props = { name: string; logo: string | null; about?: string }

/** Shows the company whose portal this is. */
export function Company({ name, logo, about }: Props) {
  const hasLogo = logo !== null && PICTURE.test(logo)
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      {hasLogo ? (
        <span className={classes.plate}>
          <img src={logo} alt="" className={classes.logo} />
        </span>
      ) : (
        <span className={classes.mark} aria-hidden>
          {initialOf(name)}
        </span>
      )}
      <div className={classes.names}>
        <Text fw={600} fz={16} lh={1.3} lineClamp={2} component="bdi" display="block">
          {name}
        </Text>
        {about !== undefined && (
          <Text size="xs" c="dimmed" truncate component="bdi" display="block">
            {about}
          </Text>
        )}
      </div>
    </Group>
  )
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim())
  return first?.segment.toUpperCase() ?? ''
}
