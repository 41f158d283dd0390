"""Pages of an invented collection, in the form of the fans' one: no card of the game is on them."""

INDEX = "# Units\n\n| Statistics | Few |\n| :--- | :---: |\n| :attack: | 9 |\n"

HERONS = """---
search: hidden
---
# Grey Herons

=== "Few"

    ![Grey Herons](../assets/herons.webp){ width="1" }

| Statistics | Few | Pack | Neutral | Crypt |
| :--- | :---: | :---: | :---: | :---: |
| Town | [Castle](../towns/castle.md) | [Castle](../towns/castle.md) | [Neutral](x) | [Creature Bank](x) |
| Tier | :silver_tier: | :silver_tier: | :gold_tier: | - |
| Type | [:flying_unit:](x) | [:flying_unit:](x) | [:flying_unit:](x) | [:flying_unit:](x) |
| :attack: | 3 | **4** | 2 | 1 |
| :defense: | 0 | 0 | 1 | 0 |
| :health_points: | 5 | 5 | 6 | 4 |
| :initiative: | 7 | **9** | 8 | 6 |
| Cost | 6 :gold: | 9 :gold:<br>1 :valuables: | 11 :gold: | - |
| Abilities | - | :unit_passive: This unit deals elemental damage. | - | - |


## Comes With

- [Core Game](../content/core_game.md)
- [Rampart Expansion](../content/rampart_expansion.md) (Neutral)
- [Naval Battles Expansion](../content/naval_battles_expansion.md) (Crypt and Pyramid)


## See Also

- [List of Units](index.md)
"""

OTTERS = """# Otters

| Statistics | Neutral |
| :--- | :---: |
| Town | [Neutral](x) |
| Tier | :azure_tier: |
| Type | [:ranged_unit:](index.md#r) |
| :attack: | ? |
| :defense: | 3 |
| :health_points: | 8 |
| :initiative: | 99 |
| Cost | 0 :gold: |
| Abilities | :unit_attack: nobody keeps this. |
"""

ADA = """# Ada Reed

___
<p markdown>[:magic: Wader](index.md)</p>
___
<p markdown>[Castle](../towns/castle.md)</p>
___
<p markdown>[:attack:](../statistics/attack.md)&nbsp;0</br>[:defense:](../statistics/defense.md)&nbsp;2</br>\
[:power:](../statistics/power.md)&nbsp;1</br>[:knowledge:](../statistics/knowledge.md)&nbsp;3</p>
___
<p markdown>[Wisdom](../abilities/wisdom.md)</p>

## Specialty

=== "Reeds Ⅰ"

    ![Reeds](../assets/reeds.webp)

=== "Reeds Ⅳ"

=== "Reeds Ⅵ"

| Level | Description |
| :---: | :---: |
| Ⅰ | :instant: nobody keeps this. |
| Ⅳ | :ongoing: nor this. |
| Ⅵ | :instant: nor :ongoing: that. |

## Comes With

- [Tower Expansion](../content/tower_expansion.md)
"""

BO = ADA.replace("Ada Reed", "Bo Reed").replace(":magic:", ":might:")

MIST = """# Mist

___
<p markdown>[Expert Water Spell](index.md#school)</p>
___
<p markdown>:ongoing: nobody keeps this: +9 :power:<br><br>— OR —<br><br>:instant: +1 :power:</p>
"""

OAR = """# Inexhaustible Cart of Ore

___
<p markdown>[Minor Artifact](index.md#minor)</p>
___
<p markdown>:permanent: nobody keeps this.</p>
"""

WADING = """# Wading

___
<p markdown>[Ability](index.md)</p>
___

| Type | Effect | :expert: Effect |
| :--- | :---: | :---: |
| Regular | :map_effect: nobody keeps this. | :map_effect: nor this. |
| Empowered | :instant: nor that. | - |
"""

PUNT = "# Punt\n\n<p markdown>[War Machine](index.md)</p>\n\n<p markdown>:permanent: nothing.</p>\n"

TILE = """# #N9

___
[Near Tile](../tiles/index.md#near-tiles)
___
Elemental Water
___


## Fields

- [Ⅴ](../difficulties.md) [:gold: Mine](../fields/mine.md)
- [Empty Field](../fields/empty_field.md)
- [Library](../fields/library_of_enlightenment.md)
- [Ⅱ](../difficulties.md) [:artifact:](../fields/artifact_symbol.md)
- [Blocked Field](../fields/blocked_field.md)
- [Ⅲ](../difficulties.md) [Castle Settlement](../towns/castle.md)
- [+4 :gold: Otter Pond](../fields/otter_pond.md)


## Comes With

- [Tower Expansion](../content/tower_expansion.md)
"""

POND = """# Otter Pond

<p markdown>[Visitable Field](index.md#visitable-field)</p>
___
<p markdown>Gain [:positive_morale:](x). :pay: 2 :gold: to [**Search(2)**](x) [:artifact:](x).</p>
"""

BANK = """# Crypt (Creature Bank)

<p markdown>[Visitable Field](index.md#visitable-field)<br>[Creature Bank (Ⅱ-Ⅲ)](../fields/creature_bank.md)</p>

| Units | Reward | Extra |
| :--- | :--- | :--- |
| 3x&nbsp;[Grey&nbsp;Herons](../units/grey_herons.md#crypt) | 1x&nbsp;[Grey&nbsp;Herons](x) unit. | - |
"""

CASTLE = """# Castle

## Buildings

| Name | Building Cost | Effect |
| :--- | ---: | :---: |
| City Hall | 7 :gold:<br>2 :building_materials:<br>0 :valuables: | Each Resource round, gain 3 :gold:. |
| Mage Guild | 3 :gold: | **Search(2)**, then :pay: 8 :gold: to **Search(2)**. |
| Heronry | 4 :gold:<br>1 :valuables: | Unlocks **Recruiting** of :silver_tier: [units](#units). |
| Boathouse | 1 :gold: | nobody keeps this. |
| Jetty | 2 :gold: | Each Resource round, choose: 5 :gold: or nothing. |
| Weir | 9 :gold: | nobody knows this. |

## Heroes

| Name | Class |
| :--- | :--- |
| [Ada Reed](../heroes/ada.md) | :magic: Wader |
"""

PAGES = {
    "units/index.md": INDEX,
    "units/grey_herons.md": HERONS,
    "units/otters.md": OTTERS,
    "heroes/ada.md": ADA,
    "heroes/bo.md": BO,
    "spells/mist.md": MIST,
    "artifacts/cart.md": OAR,
    "abilities/wading.md": WADING,
    "war_machines/punt.md": PUNT,
    "tiles/nx9.md": TILE,
    "fields/otter_pond.md": POND,
    "fields/crypt_creature_bank.md": BANK,
    "towns/castle.md": CASTLE,
    "events/marketplace.md": "# Marketplace\n",
    "astrologers_proclaim/week_of_herons.md": "# Week Of Herons\n",
}
