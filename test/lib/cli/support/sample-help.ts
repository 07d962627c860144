/** What `sample-program.ts` says of itself, at some widths of a terminal. */

export const PAINT = ` Gives a thing another colour. The paint dries within 70 seconds, unless
 --timeout says otherwise.

 What has that colour already is left alone.

Examples:
  # Paint it
  kubectl sample paint door

  # Paint it where others can see it, which takes a longer comment than others
  # do
  kubectl sample paint door --shade=http://colours.example/a-rather-long-name \\
    --coats 2

Options:
    --accept=[]:
        Take on what refuses; may be repeated.

    --coats=:
        How many coats.

    --dry=true:
        Wait until it is dry.

    --layers=2:
        How many layers.

    --mode='brush':
        How it is done. One of: brush, roller.

    --shade='':
        Where its colour is described; a shade of grey if absent.

    -y, --yes=false:
        Skip the confirmation prompt.

Usage:
  kubectl sample paint THING [PLACE] [options]

Use "kubectl sample options" for a list of global options.
`;

export const PAINT_AT_20 = ` Gives a thing
 another colour. The
 paint dries within
 70 seconds, unless
 --timeout says
 otherwise.

 What has that
 colour already is
 left alone.

Examples:
  # Paint it
  kubectl sample paint door

  # Paint it where
  # others can see
  # it, which takes
  # a longer comment
  # than others do
  kubectl sample paint door \\
    --shade=http://colours.example/a-rather-long-name \\
    --coats 2

Options:
    --accept=[]:
        Take on what
        refuses; may
        be repeated.

    --coats=:
        How many
        coats.

    --dry=true:
        Wait until
        it is dry.

    --layers=2:
        How many
        layers.

    --mode='brush':
        How it is
        done. One
        of: brush,
        roller.

    --shade='':
        Where its
        colour is
        described; a
        shade of
        grey if
        absent.

    -y, --yes=false:
        Skip the
        confirmation
        prompt.

Usage:
  kubectl sample
  paint THING
  [PLACE] [options]

Use "kubectl sample
options" for a list
of global options.
`;

export const OVERVIEW = ` kubectl sample paints things, one after the other.

Colour Commands:
  paint   Give a thing another colour, and keep it where it stands

Other Commands:
  rest    Rest

Usage:
  kubectl sample [command] [flags]

Use "kubectl sample <command> --help" for more information about a command.
Use "kubectl sample options" for a list of global options.
`;

export const OVERVIEW_AT_40 = ` kubectl sample paints things, one after
 the other.

Colour Commands:
  paint   Give a thing another colour,
          and keep it where it stands

Other Commands:
  rest    Rest

Usage:
  kubectl sample [command] [flags]

Use "kubectl sample <command> --help"
for more information about a command.
Use "kubectl sample options" for a list
of global options.
`;

export const OVERVIEW_AT_20 = ` kubectl sample
 paints things, one
 after the other.

Colour Commands:
  paint
      Give a thing
      another
      colour, and
      keep it where
      it stands

Other Commands:
  rest
      Rest

Usage:
  kubectl sample
  [command] [flags]

Use "kubectl sample
<command> --help"
for more information
about a command.
Use "kubectl sample
options" for a list
of global options.
`;
